import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { lead } from '#src/ui/text.css.ts'
import { font, fontSize, fontWeight, media, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({ paddingTop: space.x3, '@media': { [media.from768]: { paddingTop: space.x5 } } }),
)
export const header = style(
  inFeature({
    display: 'grid',
    justifyItems: 'center',
    gap: space.l,
    maxWidth: '640px',
    marginInline: 'auto',
    textAlign: 'center',
  }),
)
export const title = style(
  inFeature({ '@media': { [media.from768]: { fontSize: fontSize.hero, letterSpacing: '-0.012em' } } }),
)

export const intro = style([lead, inFeature({ textWrap: 'balance' })])

export const cards = style(
  inFeature({
    display: 'grid',
    marginTop: space.x3,
    borderBlock: `1px solid ${vars.color.line}`,
    '@media': {
      [media.from600]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
      [media.from768]: { marginTop: space.x4 },
      [media.from1000]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    },
  }),
)
const centred = {
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  rowGap: space.s,
  padding: `${space.xl} ${space.m}`,
  textAlign: 'center',
} as const
/** On a phone a row with its icon beside it, else a column. */
export const card = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignContent: 'start',
    gap: `${space.xs} ${space.l}`,
    paddingBlock: space.l,
    color: vars.color.textQuiet,
    '@media': {
      // One hairline between neighbours, in either direction.
      'screen and (max-width: 599.98px)': {
        selectors: { '& + &': { borderTop: `1px solid ${vars.color.line}` } },
      },
      'screen and (min-width: 600px) and (max-width: 999.98px)': {
        ...centred,
        selectors: {
          '&:nth-child(even)': { borderLeft: `1px solid ${vars.color.line}` },
          '&:nth-child(n + 3)': { borderTop: `1px solid ${vars.color.line}` },
        },
      },
      [media.from1000]: {
        ...centred,
        paddingBlock: space.xxl,
        selectors: { '& + &': { borderLeft: `1px solid ${vars.color.line}` } },
      },
    },
  }),
)
export const icon = style(inFeature({ color: vars.color.brandIcon }))
/** Beside the icon on a phone, under it elsewhere. */
export const cardText = style(inFeature({ gridColumn: -2, minWidth: 0 }))
export const cardTitle = style(
  inFeature({
    color: vars.color.text,
    fontFamily: font.sans,
    fontSize: fontSize.body,
    fontWeight: fontWeight.medium,
    letterSpacing: 0,
    lineHeight: 1.5,
  }),
)
export const reach = style(
  inFeature({
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: size.touch,
    marginBlock: '-9px',
    overflowWrap: 'anywhere',
  }),
)

export const columns = style(
  inFeature({
    display: 'grid',
    gap: `${space.x4} ${space.x5}`,
    marginTop: space.x4,
    '@media': {
      [media.from768]: { marginTop: space.x5 },
      [media.from1000]: { gridTemplateColumns: 'minmax(0, 6fr) minmax(0, 5fr)' },
    },
  }),
)
export const heading = style(
  inFeature({ marginBottom: space.xl, '@media': { [media.from768]: { marginBottom: space.xxl } } }),
)

export const infoBand = style(
  inFeature({
    marginTop: space.x4,
    // Meets the footer: cancels the page's own space below.
    marginBottom: `calc(-1 * ${space.x4})`,
    '@media': { [media.from768]: { marginTop: space.x6, marginBottom: `calc(-1 * ${space.x5})` } },
  }),
)
export const infos = style(
  inFeature({
    display: 'grid',
    gap: `${space.x3} ${space.x4}`,
    color: vars.color.textQuiet,
    '@media': { [media.from768]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
  }),
)
export const infoTitle = style(
  inFeature({ marginBlock: `${space.l} ${space.s}`, color: vars.color.text, fontSize: fontSize.title }),
)
