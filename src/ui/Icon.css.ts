import { style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'

const icon = style(
  inUi({
    flex: 'none',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.5,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
    pointerEvents: 'none',
  }),
)

export const size = styleVariants({ s: '1rem', m: '1.5rem', l: '2rem', current: '1.15em' }, (side) => [
  icon,
  inUi({ width: side, height: side }),
])
