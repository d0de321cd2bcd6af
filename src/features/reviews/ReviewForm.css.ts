import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { space, vars } from '#src/ui/tokens.css.ts'

export const form = style(inFeature({ display: 'grid', gap: space.xl }))
export const piece = style(inFeature({ color: vars.color.textQuiet }))
