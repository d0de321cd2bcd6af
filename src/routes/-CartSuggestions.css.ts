import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ paddingTop: space.x4, borderTop: `1px solid ${vars.color.line}` }))
export const title = style(inFeature({ marginBottom: space.xl }))
