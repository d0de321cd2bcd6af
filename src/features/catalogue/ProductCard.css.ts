import { globalStyle, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, motion, space, vars } from '#src/ui/tokens.css.ts'

export const card = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    gridTemplateRows: 'auto 1fr',
    gap: space.m,
    minWidth: 0,
    height: '100%',
    '@media': { [media.from768]: { gap: space.l } },
  }),
)

export const photo = style(
  inFeature({
    position: 'relative',
    overflow: 'hidden',
    aspectRatio: '1',
    background: vars.color.photo,
    borderRadius: vars.radius.picture,
  }),
)

export const secondView = style(
  inFeature({
    position: 'absolute',
    inset: 0,
    opacity: 0,
    '@media': {
      [media.hover]: {
        transition: `opacity ${motion.slow}`,
        selectors: { [`${card}:hover &[data-loaded]`]: { opacity: 1 } },
      },
    },
  }),
)

export const badge = style(
  inFeature({
    position: 'absolute',
    // Clear of the stone on a phone's small picture; elsewhere level with the heart.
    bottom: space.s,
    left: space.s,
    '@media': { [media.from768]: { top: '17px', bottom: 'auto', left: space.l } },
  }),
)

export const words = style(
  inFeature({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2px', minWidth: 0 }),
)

export const name = style(
  inFeature({
    fontSize: fontSize.small,
    fontWeight: fontWeight.medium,
    lineHeight: 1.45,
    textWrap: 'pretty',
    overflowWrap: 'anywhere',
    '@media': { [media.from768]: { fontSize: fontSize.body } },
  }),
)

/** The link covers the whole card; actions lie above it. */
export const link = style(
  inFeature({
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    // Names have two lines or fewer, but for letters that a reader has enlarged or set apart: no word is lost to them.
    WebkitLineClamp: ['3', 'max(3, 3rem / 16px - 1)'],
    color: vars.color.text,
    textDecorationLine: 'none',
    '::after': { content: '""', position: 'absolute', inset: 0, zIndex: 1 },
    ':focus-visible': { outline: 'none' },
    selectors: {
      '&:focus-visible::after': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' },
    },
    '@media': {
      // On touch it would only repaint the list once more before the piece's page.
      [media.hover]: {
        selectors: {
          [`${card}:hover &`]: { textDecorationLine: 'underline', textDecorationColor: vars.color.brandLine },
        },
      },
    },
  }),
)

export const material = style(
  inFeature({
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    // As many lines as three metals need on the narrowest phone, and more of larger letters.
    WebkitLineClamp: ['4', 'max(4, 4rem / 16px)'],
    width: '100%',
    color: vars.color.textHint,
    fontSize: fontSize.small,
    lineHeight: 1.45,
    overflowWrap: 'anywhere',
  }),
)

export const price = style(
  inFeature({
    marginTop: space.xs,
    fontSize: fontSize.small,
    '@media': { [media.from768]: { fontSize: fontSize.body } },
  }),
)
// On a phone a former price always has a line of its own: whether both fit in one would depend on the font, and what is
// below would move when the shop's own arrives.
globalStyle(`${price} s`, inFeature({ '@media': { [media.below768]: { flexBasis: '100%' } } }))
export const soldOut = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))

export const actions = style(
  inFeature({
    position: 'absolute',
    top: space.xs,
    right: space.xs,
    zIndex: 2,
    '@media': { [media.from768]: { top: space.s, right: space.s } },
  }),
)
