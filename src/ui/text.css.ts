// Typography. Headings h1 and h2 are right by default; these are for when look and level differ.
import { style, styleVariants } from '@vanilla-extract/css'
import { hovered } from './hovered.css.ts'
import { inUi } from './layers.css.ts'
import { fontSize, fontWeight, vars } from './tokens.css.ts'

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
    '@media': hovered({ textDecorationColor: 'currentColor' }),
  }),
)
