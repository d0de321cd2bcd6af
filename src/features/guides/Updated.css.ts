import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({ textAlign: 'center', color: vars.color.textHint, fontSize: fontSize.small }),
)
export const saved = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '6px',
    minHeight: '1lh',
    marginTop: space.xs,
  }),
)
