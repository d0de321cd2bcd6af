import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { band } from '#src/ui/layout.css.ts'
import { font, fontSize, fontWeight, media, size, space, vars } from '#src/ui/tokens.css.ts'

/** A shop that has no piece yet shows no categories, whose space would be above. */
const isFirst = `:not(${band}) + &`

export const root = style(
  inFeature({
    paddingBottom: space.x3,
    selectors: { [isFirst]: { paddingTop: space.x3 } },
    '@media': {
      [media.from768]: { paddingBottom: '80px', selectors: { [isFirst]: { paddingTop: '80px' } } },
    },
  }),
)
export const list = style(
  inFeature({
    display: 'grid',
    gap: space.x3,
    '@media': { [media.from768]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '20px' } },
  }),
)
export const banner = style(inFeature({ position: 'relative', display: 'grid', alignContent: 'start' }))
export const picture = style(inFeature({ aspectRatio: '16 / 9' }))
export const image = style(
  inFeature({
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    '@media': {
      [media.motion]: { transition: `transform 600ms cubic-bezier(0.2, 0, 0, 1)` },
      [media.hover]: { selectors: { [`${banner}:hover &`]: { transform: 'scale(1.02)' } } },
    },
  }),
)
export const words = style(
  inFeature({ display: 'grid', justifyItems: 'start', paddingTop: space.xl, overflowWrap: 'anywhere' }),
)
/** While they are on their way. */
export const pending = style(inFeature({ justifyItems: 'stretch' }))
export const pendingLink = style(inFeature({ width: '30%', height: size.touch, clipPath: 'inset(14px 0)' }))
export const title = style(
  inFeature({
    marginTop: space.s,
    fontFamily: font.serif,
    fontSize: '1.75rem',
    fontWeight: fontWeight.medium,
    lineHeight: 1.15,
    letterSpacing: '-0.005em',
    '@media': { [media.from1000]: { fontSize: fontSize.heading } },
  }),
)
export const link = style(
  inFeature({
    color: vars.color.brand,
    // The picture is part of the click area.
    '::after': { content: '""', position: 'absolute', inset: 0 },
  }),
)
