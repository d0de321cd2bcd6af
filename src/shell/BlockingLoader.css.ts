import { keyframes, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'

const late = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } })

/** A page that is there soon never shows that it was waited for. */
export const afterAWhile = style(inFeature({ animation: `${late} 1ms 600ms both` }))
