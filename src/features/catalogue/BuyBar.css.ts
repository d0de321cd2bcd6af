import { globalStyle, style } from '@vanilla-extract/css'
import { gutter } from '#src/ui/layout.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { buyBarRoom, foot, media, motion, space, vars, zIndex } from '#src/ui/tokens.css.ts'

export const bar = style(
  inFeature({
    position: 'fixed',
    insetInline: 0,
    bottom: `calc(${foot})`,
    zIndex: zIndex.sticky,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space.l,
    padding: `${space.s} ${gutter.right} calc(${space.s} + env(safe-area-inset-bottom, 0px)) ${gutter.left}`,
    borderTop: `1px solid ${vars.color.line}`,
    background: vars.color.surface,
    visibility: 'hidden',
    opacity: 0,
    transform: 'translateY(100%)',
    transition: `transform ${motion.normal}, opacity ${motion.normal}, visibility ${motion.normal}`,
    selectors: { '&[data-shown]': { visibility: 'visible', opacity: 1, transform: 'none' } },
    '@media': {
      [media.from768]: { display: 'none' },
      // On a screen this low the button on the page is never far away.
      [media.low]: { display: 'none' },
      [media.print]: { display: 'none' },
    },
  }),
)

globalStyle(
  `html:has(${bar}[data-shown])`,
  inFeature({
    '@media': {
      [media.below768]: { vars: { '--buy-bar': buyBarRoom } },
      [media.low]: { vars: { '--buy-bar': '0px' } },
    },
  }),
)

export const action = style(inFeature({ flex: '0 1 200px' }))
