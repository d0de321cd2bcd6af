import { style } from '@vanilla-extract/css'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'grid', gap: space.xs }))
export const row = style(inFeature({ display: 'flex', alignItems: 'stretch', gap: space.s }))
export const main = style(inFeature({ flex: 1 }))

export const quantity = style(
  inFeature({
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '22px',
    height: '22px',
    // As tall as a line of text at most, so that the button stays as it is.
    marginBlock: '-2px',
    paddingInline: '6px',
    borderRadius: radius.round,
    background: vars.color.onBrand,
    color: vars.color.brand,
    fontSize: fontSize.small,
    fontWeight: fontWeight.semibold,
    lineHeight: 1,
    fontVariantNumeric: 'tabular-nums lining-nums',
  }),
)
export const spoken = visuallyHidden

export const more = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    minHeight: size.touch,
    // Aligns the text with the edges, not its padding.
    margin: `0 -13px -${space.l}`,
  }),
)
