import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, motion, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    padding: space.xl,
    background: vars.color.surfaceBand,
    '@media': { [media.from768]: { padding: space.xxl } },
  }),
)

export const title = style(inFeature({ fontSize: fontSize.title }))

export const totals = style(
  inFeature({
    display: 'grid',
    gap: space.s,
    fontVariantNumeric: 'tabular-nums lining-nums',
    transition: `opacity ${motion.fast}`,
    // What only the server knows for sure is pale until it has answered.
    selectors: { '&[aria-busy="true"]': { opacity: 0.45 } },
  }),
)

export const row = style(inFeature({ display: 'flex', justifyContent: 'space-between', gap: space.l }))

export const label = style(inFeature({ color: vars.color.textQuiet }))

export const figure = style(inFeature({ margin: 0 }))

export const total = style([
  row,
  inFeature({
    alignItems: 'baseline',
    paddingTop: space.l,
    marginTop: space.s,
    borderTop: `1px solid ${vars.color.line}`,
    fontSize: fontSize.large,
    fontWeight: fontWeight.semibold,
  }),
])

export const why = style(inFeature({ color: vars.color.critical, fontSize: fontSize.small }))

export const way = style(inFeature({ display: 'grid', gap: space.s, justifyItems: 'center' }))

export const promises = style(
  inFeature({ display: 'grid', gap: space.s, color: vars.color.textQuiet, fontSize: fontSize.small }),
)

export const promise = style(inFeature({ display: 'flex', alignItems: 'center', gap: space.m }))

export const promiseIcon = style(inFeature({ flex: 'none', color: vars.color.brandIcon }))
