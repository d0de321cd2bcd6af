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
    // Something still has to say that work goes on where nothing may turn.
    '@media': { '(prefers-reduced-motion: reduce)': { animation: 'none', opacity: 0.7 } },
  }),
)
