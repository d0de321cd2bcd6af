import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { farDown } from '#src/ui/farDown.css.ts'
import { hovered } from '#src/ui/hovered.css.ts'
import { font, fontSize, fontWeight, media, size, space, underNotices, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    background: vars.color.deep,
    color: vars.color.onDeepQuiet,
    paddingTop: space.x4,
    // The page ends above what is fixed to the window's foot: scrolling would not bring the last links out of it.
    paddingBottom: `calc(${space.xl} + ${underNotices})`,
    '@media': { [media.from768]: { paddingTop: space.x5 } },
  }),
)

/**
 * A quarter of a page's content, and seldom seen at once: laid out when somebody comes near or the page is idle, and
 * until then given an estimated size for a phone and for wider windows. The newsletter form is not part of it, because
 * browsers that fill in forms have everything around a field laid out as soon as a page is parsed. Content laid out
 * late is clipped; the padding leaves room for focus outlines.
 */
const late = (onPhone: string, onMore: string) =>
  style([farDown(onPhone, onMore), inFeature({ margin: '-6px', padding: '6px' })])

export const columns = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.x3,
    '@media': { [media.from768]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' } },
  }),
)

export const sections = style([
  late('606px', '422px'),
  inFeature({
    display: 'grid',
    // Two side by side, as long as the longest word has space.
    gridTemplateColumns: `repeat(auto-fit, minmax(max(7.5rem, 50% - ${space.xl}), 1fr))`,
    gap: `${space.x3} ${space.xl}`,
    '@media': { [media.from768]: { gridTemplateColumns: '1fr 1.1fr 1fr', gap: space.x3 } },
  }),
])

/** On a phone the longest list is beside the two others. */
export const longest = style(
  inFeature({ gridRow: 'span 2', '@media': { [media.from768]: { gridRow: 'auto' } } }),
)

export const about = style(
  inFeature({
    display: 'grid',
    alignContent: 'start',
    gap: space.xl,
    minWidth: 0,
    fontSize: fontSize.small,
    lineHeight: 1.7,
  }),
)
export const contact = style([
  late('231px', '231px'),
  inFeature({ display: 'grid', alignContent: 'start', gap: space.xl }),
])
export const home = style(
  inFeature({
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: size.touch,
    justifySelf: 'start',
    textDecoration: 'none',
  }),
)
export const reach = style(inFeature({ display: 'grid', justifyItems: 'start' }))

export const title = style(
  inFeature({
    marginBottom: space.s,
    color: vars.color.onDeep,
    fontFamily: font.serif,
    fontSize: fontSize.title,
    fontWeight: fontWeight.medium,
    lineHeight: 1.2,
  }),
)

export const links = style(inFeature({ display: 'grid' }))
export const link = style(
  inFeature({
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: size.touch,
    color: vars.color.onDeepQuiet,
    fontSize: fontSize.small,
    textDecorationColor: 'transparent',
    selectors: {
      '&[aria-current="page"]': {
        color: vars.color.onDeep,
        fontWeight: fontWeight.semibold,
        textDecorationColor: 'currentColor',
      },
    },
    '@media': hovered({ color: vars.color.onDeep, textDecorationColor: 'currentColor' }),
  }),
)

export const base = style(
  inFeature({
    marginTop: space.x3,
    paddingTop: space.xl,
    borderTop: `1px solid ${vars.color.deepHover}`,
    fontSize: fontSize.small,
  }),
)
export const baseRow = style([
  late('170px', '44px'),
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${space.l} ${space.xl}`,
  }),
])
export const legal = style(inFeature({ display: 'flex', flexWrap: 'wrap', columnGap: space.xl }))
export const cards = style(inFeature({ display: 'flex', gap: space.s }))
export const card = style(inFeature({ width: '44px', height: '28px' }))
