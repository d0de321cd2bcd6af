import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, motion, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    gap: space.s,
    marginBottom: space.xl,
    // An address may name a filter of any length.
    overflowWrap: 'anywhere',
  }),
)

const link = style(
  inFeature({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space.s,
    minHeight: size.touch,
    fontSize: fontSize.small,
    lineHeight: 1.3,
  }),
)

export const chip = style([
  link,
  inFeature({
    padding: `${space.xs} ${space.m}`,
    borderRadius: radius.s,
    background: vars.color.brandSoft,
    color: vars.color.brand,
    textDecorationLine: 'none',
    transition: `background-color ${motion.fast}`,
    '@media': hovered({ color: vars.color.brand, background: vars.color.surfaceBand }),
  }),
])

export const cross = style(inFeature({ width: '14px', height: '14px' }))

export const clear = style([
  link,
  inFeature({
    paddingInline: space.s,
    color: vars.color.brand,
    textUnderlineOffset: '0.4em',
    textDecorationColor: vars.color.brandLine,
  }),
])
