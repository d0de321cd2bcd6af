import { keyframes, style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontSize, space, vars, zIndex } from './tokens.css.ts'

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })

export const spinner = style(
  inUi({
    flex: 'none',
    width: '1.25em',
    height: '1.25em',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    animation: `${turn} 900ms linear infinite`,
    // Something still has to say that work goes on where nothing may turn.
    '@media': { '(prefers-reduced-motion: reduce)': { animation: 'none', opacity: 0.7 } },
  }),
)

const appear = keyframes({ from: { opacity: 0 } })

export const screen = style(
  inUi({
    position: 'fixed',
    inset: 0,
    zIndex: zIndex.toast,
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: space.l,
    background: `color-mix(in srgb, ${vars.color.surface} 86%, transparent)`,
    color: vars.color.brand,
    fontSize: fontSize.lead,
    // A short wait shows nothing, so that fast answers do not flicker.
    animation: `${appear} 200ms 120ms backwards`,
  }),
)

export const mark = style(inUi({ fontSize: '2rem', display: 'grid' }))
