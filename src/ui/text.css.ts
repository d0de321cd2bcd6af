// How words are set. Headings h1 and h2 are right by themselves; these are for when look and rank differ.
import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { font, fontSize, fontWeight, media, space, vars } from './tokens.css.ts'

const serif = {
  fontFamily: font.serif,
  fontWeight: fontWeight.medium,
  fontVariantNumeric: 'lining-nums',
  lineHeight: 1.15,
  letterSpacing: '-0.005em',
  textWrap: 'balance',
} as const

/** The display serif, which is never set below 24 px. */
export const display = styleVariants({
  hero: inUi({
    ...serif,
    fontSize: fontSize.display,
    lineHeight: 1.08,
    letterSpacing: '-0.012em',
    '@media': { [media.from768]: { fontSize: fontSize.hero } },
  }),
  page: inUi({ ...serif, fontSize: `clamp(${fontSize.heading}, 10.2vw, ${fontSize.display})` }),
  section: inUi({
    ...serif,
    fontSize: fontSize.heading,
    '@media': { [media.from768]: { fontSize: fontSize.display } },
  }),
  title: inUi({ ...serif, fontSize: fontSize.title, lineHeight: 1.2 }),
})

/** Letter-spaced small capitals above a heading. */
export const eyebrow = styleVariants({
  accent: inUi(eyebrowIn(vars.color.accent)),
  quiet: inUi(eyebrowIn(vars.color.textHint)),
  onDeep: inUi(eyebrowIn(vars.color.onDeepAccent)),
})

function eyebrowIn(color: string) {
  return {
    color,
    fontSize: fontSize.eyebrow,
    fontWeight: fontWeight.semibold,
    lineHeight: 1.4,
    letterSpacing: '0.14em',
    textTransform: 'uppercase',
  } as const
}

export const lead = style(inUi({ fontSize: fontSize.lead, color: vars.color.textQuiet, textWrap: 'pretty' }))
export const quiet = style(inUi({ color: vars.color.textQuiet }))
export const hint = style(inUi({ fontSize: fontSize.small, color: vars.color.textHint, lineHeight: 1.5 }))

/** A link that stands alone: 'All jewellery'. Tall enough for a thumb, underlined by a hairline. */
export const standaloneLink = style(
  inUi({
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    color: vars.color.brand,
    textDecorationLine: 'underline',
    textDecorationThickness: '1px',
    textDecorationColor: vars.color.brandLine,
    textUnderlineOffset: '0.4em',
    ':hover': { textDecorationColor: 'currentColor' },
  }),
)

/** For text that comes as markup: policies, descriptions. */
export const prose = style(inUi({ maxWidth: '68ch', color: vars.color.textQuiet }))
globalStyle(`${prose} > * + *`, inUi({ marginTop: space.l }))
globalStyle(`${prose} > h2, ${prose} > h3`, inUi({ marginTop: space.x3, color: vars.color.text }))
globalStyle(`${prose} > h3`, inUi({ marginTop: space.xxl }))
globalStyle(`${prose} strong`, inUi({ color: vars.color.text }))
globalStyle(`${prose} li + li`, inUi({ marginTop: space.s }))
globalStyle(`${prose} :is(ul, ol)`, inUi({ paddingLeft: '1.25em' }))
globalStyle(`${prose} li::marker`, inUi({ color: vars.color.accentRule }))
