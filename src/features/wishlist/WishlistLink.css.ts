import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'

/** No taller than the heart, by which the preview below is placed. */
export const root = style(inFeature({ position: 'relative', display: 'flex' }))
