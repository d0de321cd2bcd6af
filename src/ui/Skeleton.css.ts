import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { media, radius, vars } from './tokens.css.ts'

const pass = keyframes({ to: { transform: 'translateX(100%)' } })

const root = style(
  inUi({
    position: 'relative',
    display: 'block',
    overflow: 'hidden',
    background: vars.color.skeleton,
    borderRadius: radius.s,
    '@media': {
      [media.motion]: {
        '::after': {
          content: '""',
          position: 'absolute',
          inset: 0,
          transform: 'translateX(-100%)',
          background: `linear-gradient(100deg, transparent 20%, ${vars.color.skeletonGlint} 50%, transparent 80%)`,
          animation: `${pass} 1.8s ease-in-out infinite`,
        },
      },
      [media.forcedColors]: { border: '1px solid GrayText' },
    },
  }),
)

// As tall as the line of text it stands for, but painted only where the letters will be.
const line = (height: string, air: string) => inUi({ height, clipPath: `inset(${air} 0)`, width: '100%' })

export const shape = styleVariants({
  block: [root, inUi({ width: '100%', height: '100%' })],
  square: [root, inUi({ width: '100%', aspectRatio: '1', borderRadius: vars.radius.picture })],
  wide: [root, inUi({ width: '100%', aspectRatio: '16 / 9', borderRadius: vars.radius.picture })],
  text: [root, line('1.6em', '0.4em')],
  short: [root, line('1.6em', '0.4em'), inUi({ width: '45%' })],
  title: [root, line('2.875rem', '0.5rem'), inUi({ width: '60%' })],
  button: [root, inUi({ width: '100%', height: '48px' })],
  circle: [root, inUi({ width: '44px', height: '44px', borderRadius: radius.round })],
})
