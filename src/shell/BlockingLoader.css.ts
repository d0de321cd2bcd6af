import { keyframes, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'

const late = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } })

/** If a page loads soon, nothing ever shows that it was loading. */
export const afterAWhile = style(inFeature({ animation: `${late} 1ms 600ms both` }))
