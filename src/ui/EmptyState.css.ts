import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { font, fontSize, fontWeight, media, space, vars } from './tokens.css.ts'

export const root = style(
  inUi({
    display: 'grid',
    justifyItems: 'center',
    gap: space.m,
    maxWidth: '480px',
    marginInline: 'auto',
    paddingBlock: space.x4,
    textAlign: 'center',
    // It contains the search words, which may be one word of any length.
    overflowWrap: 'anywhere',
  }),
)
/** About as high as one is on a phone: what is below it need not come up before it is there. */
export const pending = style(inUi({ minHeight: '440px', maxWidth: '480px', marginInline: 'auto' }))
export const drawing = style(
  inUi({
    width: '112px',
    height: '112px',
    marginBottom: space.s,
    fill: 'none',
    stroke: vars.color.brandIcon,
    strokeWidth: 1.25,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  }),
)
export const gold = style(inUi({ stroke: vars.color.accentRule }))
export const title = style(
  inUi({
    fontFamily: font.serif,
    fontSize: fontSize.title,
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'lining-nums',
    lineHeight: 1.2,
    textWrap: 'balance',
    // If it is all there is on a page, the sentence may be as large as a page's heading.
    selectors: { 'h1&': { fontSize: fontSize.heading } },
    '@media': { [media.from768]: { selectors: { 'h1&': { fontSize: fontSize.display } } } },
  }),
)
export const text = style(inUi({ color: vars.color.textQuiet, textWrap: 'balance' }))
export const action = style(
  inUi({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space.m, marginTop: space.l }),
)
