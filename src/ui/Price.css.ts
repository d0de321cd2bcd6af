import { style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontSize, fontWeight, space, vars } from './tokens.css.ts'

const root = style(
  inUi({
    display: 'inline-flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: space.s,
    fontVariantNumeric: 'tabular-nums lining-nums',
    lineHeight: 1.4,
  }),
)

export const size = styleVariants({
  s: [root, inUi({ fontSize: fontSize.small })],
  m: [root, inUi({ fontSize: fontSize.body })],
  l: [root, inUi({ fontSize: fontSize.title, columnGap: space.m })],
})

export const now = style(inUi({ fontWeight: fontWeight.semibold, color: vars.color.text }))
const was = style(inUi({ color: vars.color.textHint, textDecorationThickness: '1px' }))
export const wasSize = styleVariants({
  s: [was],
  m: [was],
  l: [was, inUi({ fontSize: fontSize.lead })],
})
const off = style(
  inUi({ color: vars.color.accent, fontSize: fontSize.small, fontWeight: fontWeight.semibold }),
)
export const offSize = styleVariants({ s: [off], m: [off], l: [off, inUi({ fontSize: fontSize.body })] })
