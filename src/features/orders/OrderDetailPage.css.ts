import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { stackOnPaper } from '#src/ui/onPaper.css.ts'
import { fontSize, fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'
import { oneOrTwo } from './orders.css.ts'

// Its number is one long word.
export const title = style(inFeature({ marginBottom: space.xl, overflowWrap: 'anywhere' }))
export const number = style(inFeature({ display: 'inline-block' }))

export const facts = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: oneOrTwo,
    gap: space.xl,
    paddingBlock: space.xl,
    borderBlock: `1px solid ${vars.color.line}`,
    // The columns of the four stages below.
    '@media': {
      [media.from768]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', columnGap: 0 },
      [media.print]: { gridTemplateColumns: 'repeat(5, auto)', gap: space.l, paddingBlock: space.m },
    },
  }),
)
export const fact = style(
  inFeature({ display: 'grid', gap: space.xs, justifyItems: 'start', alignContent: 'start' }),
)
export const label = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
export const value = style(
  inFeature({
    margin: 0,
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'tabular-nums lining-nums',
    // A tracking number may have any length.
    overflowWrap: 'anywhere',
  }),
)

export const progress = style(
  inFeature({ paddingBlock: space.xxl, '@media': { [media.print]: { paddingBlock: space.l } } }),
)

export const act = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space.l,
    paddingBottom: space.xl,
    '@media': { [media.print]: { paddingBottom: 0 } },
  }),
)
export const failure = style(inFeature({ flexBasis: '100%', color: vars.color.critical }))
export const hint = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))

export const columns = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.x3,
    paddingTop: space.xl,
    borderTop: `1px solid ${vars.color.line}`,
    '@media': {
      [media.from1000]: { gridTemplateColumns: 'minmax(0, 1fr) 360px', gap: space.x4 },
    },
  }),
)
stackOnPaper(columns)
export const sectionTitle = style(inFeature({ marginBottom: space.l, fontSize: fontSize.title }))
export const side = style(
  inFeature({
    display: 'grid',
    gap: space.xxl,
    alignContent: 'start',
    '@media': { [media.print]: { gridTemplateColumns: '1fr 1fr' } },
  }),
)
export const addresses = style(inFeature({ display: 'grid', gridTemplateColumns: oneOrTwo, gap: space.xl }))

export const summary = style(
  inFeature({
    padding: space.xl,
    background: vars.color.surfaceBand,
    '@media': { [media.print]: { padding: 0, breakInside: 'avoid' } },
  }),
)
