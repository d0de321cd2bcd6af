import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontWeight, space, vars } from './tokens.css.ts'

/** A `<details>` between lines, its summary as wide as it. */
export const fold = style(inUi({ borderBlock: `1px solid ${vars.color.line}` }))

export const foldSummary = style(
  inUi({
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

export const foldChevron = style(
  inUi({ flex: 'none', selectors: { 'details[open] > summary > &': { transform: 'rotate(180deg)' } } }),
)
