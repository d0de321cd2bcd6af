import { keyframes, style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontSize, foot, space, vars, zIndex } from './tokens.css.ts'

const appear = keyframes({ from: { opacity: 0 } })

export const screen = style(
  inUi({
    position: 'fixed',
    // What is said of the network there stays in view.
    inset: `0 0 ${foot}`,
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
