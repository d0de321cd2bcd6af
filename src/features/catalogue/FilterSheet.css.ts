import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'

/** The main button at the foot of the sheet: where large letters leave it too little, in a line of its own. */
export const show = style(inFeature({ flex: '1 1 auto' }))
