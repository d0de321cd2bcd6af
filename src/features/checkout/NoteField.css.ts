import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ borderBlock: `1px solid ${vars.color.line}` }))

export const question = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space.m,
    minHeight: '52px',
    color: vars.color.brand,
    fontWeight: fontWeight.medium,
    listStyle: 'none',
    selectors: { '&::-webkit-details-marker': { display: 'none' } },
  }),
)

export const chevron = style(
  inFeature({ flex: 'none', selectors: { 'details[open] > summary > &': { transform: 'rotate(180deg)' } } }),
)

export const field = style(
  inFeature({ display: 'grid', gap: space.xs, paddingBlock: `${space.s} ${space.l}` }),
)
export const left = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
