import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, space, vars } from '#src/ui/tokens.css.ts'

export const field = style(
  inFeature({ display: 'grid', gap: space.xs, paddingBlock: `${space.s} ${space.l}` }),
)
export const left = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
