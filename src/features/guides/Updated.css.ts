import { globalStyle, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: `${space.xs} ${space.m}`,
    color: vars.color.textHint,
    fontSize: fontSize.small,
  }),
)
globalStyle(`${root} time`, inFeature({ marginLeft: `calc(${space.xs} - ${space.m})` }))
export const saved = style(inFeature({ display: 'inline-flex', alignItems: 'center', gap: '6px' }))
