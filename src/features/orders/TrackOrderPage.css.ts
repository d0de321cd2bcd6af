import { style, styleVariants } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'

export const column = style(
  inFeature({ display: 'grid', gap: space.xl, width: '100%', maxWidth: '560px', marginInline: 'auto' }),
)
export const back = style(inFeature({ justifySelf: 'start', gap: space.s, paddingInline: 0 }))
export const heading = style(inFeature({ display: 'grid', gap: space.s }))
export const lead = style(inFeature({ color: vars.color.textQuiet }))

export const form = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    '@media': { [media.from600]: { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'end' } },
  }),
)

/** Reserved before anything is looked up, so that the answer moves nothing but itself. */
export const answer = style(inFeature({ minHeight: '300px' }))

export const card = style(
  inFeature({ border: `1px solid ${vars.color.line}`, background: vars.color.surfaceRaised }),
)
export const head = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.l,
    padding: space.xl,
    borderBottom: `1px solid ${vars.color.line}`,
  }),
)
const mark = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    width: '52px',
    height: '52px',
    borderRadius: radius.round,
  }),
)
export const markOf = styleVariants({
  neutral: [mark, inFeature({ background: vars.color.neutralSoft, color: vars.color.neutral })],
  warning: [mark, inFeature({ background: vars.color.warningSoft, color: vars.color.warning })],
  info: [mark, inFeature({ background: vars.color.infoSoft, color: vars.color.info })],
  positive: [mark, inFeature({ background: vars.color.positiveSoft, color: vars.color.positive })],
  critical: [mark, inFeature({ background: vars.color.criticalSoft, color: vars.color.critical })],
})
export const number = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
const status = style(
  inFeature({ fontFamily: 'inherit', fontSize: fontSize.large, fontWeight: fontWeight.semibold }),
)
export const statusOf = styleVariants({
  neutral: [status, inFeature({ color: vars.color.neutral })],
  warning: [status, inFeature({ color: vars.color.warning })],
  info: [status, inFeature({ color: vars.color.info })],
  positive: [status, inFeature({ color: vars.color.positive })],
  critical: [status, inFeature({ color: vars.color.critical })],
})

export const facts = style(inFeature({ display: 'grid', padding: `${space.s} ${space.xl}` }))
export const fact = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: space.l,
    paddingBlock: space.m,
    selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${vars.color.line}` } },
  }),
)
export const label = style(inFeature({ color: vars.color.textQuiet }))
export const value = style(
  inFeature({
    margin: 0,
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'tabular-nums lining-nums',
    overflowWrap: 'anywhere',
  }),
)
export const shipment = style(inFeature({ padding: `0 ${space.xl} ${space.xl}` }))
