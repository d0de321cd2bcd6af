import { style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontSize, space, vars } from './tokens.css.ts'

export const root = style(
  inUi({
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.s,
    fontSize: fontSize.small,
    lineHeight: 1.4,
  }),
)
export const row = styleVariants({ s: '16px', m: '20px' }, (height) =>
  inUi({ flex: 'none', height, width: `calc(${height} * 5)`, strokeWidth: 1.25, strokeLinejoin: 'round' }),
)
export const empty = style(inUi({ fill: 'none', stroke: vars.color.star }))
export const full = style(inUi({ fill: vars.color.star, stroke: vars.color.star }))
export const number = style(
  inUi({ whiteSpace: 'nowrap', color: vars.color.textQuiet, fontVariantNumeric: 'tabular-nums lining-nums' }),
)
