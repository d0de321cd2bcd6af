import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { lead } from '#src/ui/text.css.ts'
import { font, fontSize, fontWeight, media, motion, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    paddingTop: space.x3,
    '@media': { [media.from768]: { paddingTop: space.x5 }, [media.print]: { paddingTop: 0 } },
  }),
)

export const header = style(
  inFeature({
    display: 'grid',
    justifyItems: 'center',
    gap: space.l,
    maxWidth: '640px',
    marginInline: 'auto',
    textAlign: 'center',
    '@media': { [media.print]: { justifyItems: 'start', textAlign: 'left', maxWidth: 'none' } },
  }),
)
export const title = style(
  inFeature({ '@media': { [media.from768]: { fontSize: fontSize.hero, letterSpacing: '-0.012em' } } }),
)
/** The short gold line under a heading. */
export const rule = style(
  inFeature({ width: space.x3, height: '1px', marginBlock: space.s, background: vars.color.accentRule }),
)
export const intro = style([lead, inFeature({ textWrap: 'balance' })])

const anyFacts = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    rowGap: space.xxl,
    marginTop: space.x3,
    paddingBlock: space.xl,
    borderBlock: `1px solid ${vars.color.line}`,
    '@media': { [media.from768]: { marginTop: space.x4, paddingBlock: space.xxl } },
  }),
)
/** By how many there are: a column for each that is there would narrow them as the others arrive. */
export const facts = styleVariants({ three: 3, four: 4 }, (count) => [
  anyFacts,
  inFeature({
    '@media': { [media.from768]: { gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` } },
  }),
])
export const fact = style(
  inFeature({
    display: 'grid',
    alignContent: 'start',
    gap: space.s,
    paddingInline: space.m,
    textAlign: 'center',
    selectors: { '& + &': { borderLeft: `1px solid ${vars.color.line}` } },
    '@media': {
      [media.below768]: {
        selectors: {
          '&:nth-child(odd)': { borderLeft: 'none' },
          [`${facts.three} > &:nth-child(3)`]: { gridColumn: '1 / -1' },
        },
      },
      [media.print]: { selectors: { '& + &': { borderLeft: 'none' } } },
    },
  }),
)
export const factValue = style(
  inFeature({
    gridRow: 1,
    margin: 0,
    fontFamily: font.serif,
    fontSize: fontSize.heading,
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'lining-nums',
    lineHeight: 1.1,
  }),
)
export const factLabel = style(
  inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small, lineHeight: 1.45, textWrap: 'balance' }),
)

export const columns = style(
  inFeature({
    marginTop: space.x3,
    '@media': {
      [media.from768]: { marginTop: space.x4 },
      [media.from1000]: {
        display: 'grid',
        gridTemplateColumns: `200px minmax(0, ${size.text})`,
        justifyContent: 'center',
        columnGap: space.x5,
        marginTop: space.x5,
      },
    },
  }),
)

export const contents = style(
  inFeature({
    display: 'none',
    '@media': {
      [media.from1000]: {
        display: 'block',
        position: 'sticky',
        top: '112px',
        alignSelf: 'start',
        maxHeight: 'calc(100vh - 144px)',
        overflowY: 'auto',
        // Keeps the focus ring of a link from being cut off.
        padding: space.xs,
        marginTop: `calc(-1 * ${space.xs})`,
      },
    },
  }),
)
export const contentsTitle = style(
  inFeature({ marginBottom: space.m, color: vars.color.textHint, fontSize: fontSize.small }),
)
export const contentsList = style(inFeature({ borderLeft: `1px solid ${vars.color.line}` }))
export const contentsLink = style(
  inFeature({
    display: 'block',
    marginLeft: '-1px',
    padding: `6px 0 6px ${space.l}`,
    borderLeft: '1px solid transparent',
    color: vars.color.textQuiet,
    fontSize: fontSize.small,
    lineHeight: 1.5,
    textDecoration: 'none',
    transition: `color ${motion.fast}, border-color ${motion.fast}`,
    selectors: {
      '&[aria-current="true"]': { color: vars.color.brand, borderColor: vars.color.accentRule },
    },
    '@media': {
      ...hovered({ color: vars.color.brand }),
      [media.forcedColors]: {
        borderColor: 'Canvas',
        selectors: { '&[aria-current="true"]': { borderColor: 'Highlight' } },
      },
    },
  }),
)

export const sections = style(
  inFeature({
    maxWidth: size.text,
    marginInline: 'auto',
    width: '100%',
    '@media': { [media.print]: { maxWidth: 'none' } },
  }),
)
export const section = style(
  inFeature({
    // The page allows for the bar's height, the section's own padding for the rest.
    scrollMarginTop: 0,
    selectors: {
      '& + &': { marginTop: space.x3, paddingTop: space.x3, borderTop: `1px solid ${vars.color.line}` },
    },
    '@media': {
      [media.print]: { selectors: { '& + &': { marginTop: '16pt', paddingTop: '12pt' } } },
    },
  }),
)
export const sectionTitle = style(inFeature({ marginBottom: space.xl }))

export const text = style(inFeature({ color: vars.color.textQuiet }))
globalStyle(`${text} > * + *`, inFeature({ marginTop: space.l }))
globalStyle(
  `${text} > h3`,
  inFeature({ marginTop: space.xxl, color: vars.color.text, fontSize: fontSize.lead }),
)
globalStyle(`${text} > h3 + *`, inFeature({ marginTop: space.s }))
globalStyle(
  `${text} > * + :is(div, form, dl, table), ${text} > :is(div, form, dl, table, ul) + p`,
  inFeature({ marginTop: space.xl }),
)
// On paper a link is followed by its address, except for email and telephone links, whose text already says it.
globalStyle(
  `${text} a:is([href^="/"], [href^="http"])::after`,
  inFeature({
    '@media': {
      [media.print]: {
        content: '"(" attr(href) ")"',
        // The link's underline does not extend to an inline block.
        display: 'inline-block',
        marginLeft: '0.4em',
        fontSize: '9pt',
      },
    },
  }),
)
globalStyle(`${text} strong`, inFeature({ color: vars.color.text }))
globalStyle(`${text} > :is(ul, ol)`, inFeature({ paddingLeft: '1.25em' }))
globalStyle(`${text} > :is(ul, ol) > li + li`, inFeature({ marginTop: space.s }))
globalStyle(`${text} > :is(ul, ol) > li`, inFeature({ paddingLeft: space.xs }))
globalStyle(
  `${text} > :is(ul, ol) > li::marker`,
  inFeature({ color: vars.color.accent, fontVariantNumeric: 'lining-nums' }),
)
