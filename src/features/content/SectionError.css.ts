import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { space, vars } from '#src/ui/tokens.css.ts'

export const text = style(inFeature({ paddingBlock: space.xl, color: vars.color.critical }))
