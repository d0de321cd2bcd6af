import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, space } from '#src/ui/tokens.css.ts'

export const way = style(inFeature({ fontSize: fontSize.small }))
export const guide = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'start',
    gap: space.xxl,
  }),
)
