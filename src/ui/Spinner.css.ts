import { keyframes, style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'

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
    // If nothing may rotate, something else has to show that work continues.
    '@media': { '(prefers-reduced-motion: reduce)': { animation: 'none', opacity: 0.7 } },
  }),
)
