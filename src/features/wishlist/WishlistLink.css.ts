import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'

/** No taller than the heart; what opens below is placed by it. */
export const root = style(inFeature({ position: 'relative', display: 'flex' }))
