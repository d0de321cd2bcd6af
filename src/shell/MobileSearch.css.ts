import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontWeight, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space.l }))

export const suggestions = style(inFeature({ display: 'grid' }))
export const suggestion = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    alignItems: 'center',
    gap: space.l,
    minHeight: size.touch,
    paddingBlock: space.s,
    borderRadius: radius.s,
    color: vars.color.text,
    textDecoration: 'none',
  }),
)
// Beside the name, the price would leave it no room on a narrow phone or in large letters.
export const words = style(inFeature({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }))
export const name = style(inFeature({ lineHeight: 1.4 }))
export const price = style(
  inFeature({ fontWeight: fontWeight.semibold, fontVariantNumeric: 'tabular-nums lining-nums' }),
)
export const none = style(inFeature({ color: vars.color.textQuiet }))
