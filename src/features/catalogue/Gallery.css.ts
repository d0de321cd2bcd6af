import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { gutter } from '#src/ui/layout.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { chosenRing, media, motion, space, vars } from '#src/ui/tokens.css.ts'

/** Where the mouse points, set by the script that follows it. */
export const pointX = '--point-x'
export const pointY = '--point-y'

export const root = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gridTemplateAreas: `'row' 'thumbnails'`,
    minWidth: 0,
    '@media': {
      [media.from1000]: {
        gridTemplateColumns: '88px minmax(0, 1fr)',
        // Where the thumbnails are higher, the second row takes it, so that the first one ends with the picture.
        gridTemplateRows: 'auto 1fr',
        gridTemplateAreas: `'thumbnails row' 'thumbnails .'`,
        columnGap: '20px',
        alignItems: 'start',
      },
    },
  }),
)

/** On a phone the picture goes from edge to edge. */
export const row = style(
  inFeature({
    gridArea: 'row',
    display: 'flex',
    gap: space.xs,
    overflowX: 'auto',
    overscrollBehaviorX: 'contain',
    scrollSnapType: 'x mandatory',
    scrollbarWidth: 'none',
    background: vars.color.photo,
    borderRadius: vars.radius.picture,
    marginLeft: `calc(-1 * ${gutter.left})`,
    marginRight: `calc(-1 * ${gutter.right})`,
    '@media': {
      [media.from768]: { marginInline: 0 },
      [media.onItsSide]: { marginRight: 0 },
      [media.print]: { maxWidth: '7cm', marginInline: 0 },
    },
  }),
)

export const slide = style(
  inFeature({ flex: '0 0 100%', minWidth: 0, scrollSnapAlign: 'start', scrollSnapStop: 'always' }),
)

export const lens = style(
  inFeature({ position: 'relative', overflow: 'hidden', '@media': { [media.hover]: { cursor: 'zoom-in' } } }),
)

export const picture = style(
  inFeature({
    '@media': {
      [media.hover]: {
        transition: `transform ${motion.slow}`,
        transformOrigin: `var(${pointX}, 50%) var(${pointY}, 50%)`,
        selectors: { [`${lens}[data-magnified] &`]: { transform: 'scale(1.6)' } },
      },
    },
  }),
)

/** The larger picture, over the one that is magnified. */
export const sharper = style(
  inFeature({
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    objectFit: 'contain',
    opacity: 0,
    selectors: { [`${lens}[data-magnified] > &[data-there]`]: { opacity: 1 } },
  }),
)

export const enlarge = style(
  inFeature({
    gridArea: 'row',
    alignSelf: 'end',
    justifySelf: 'end',
    zIndex: 1,
    margin: space.s,
    '@media': { [media.print]: { display: 'none' } },
  }),
)

export const thumbnails = style(
  inFeature({
    gridArea: 'thumbnails',
    display: 'flex',
    flexWrap: 'wrap',
    gap: space.m,
    marginTop: space.m,
    '@media': {
      [media.from1000]: { flexDirection: 'column', marginTop: 0 },
      [media.print]: { display: 'none' },
    },
  }),
)

export const thumbnail = style(
  inFeature({
    display: 'block',
    width: '64px',
    overflow: 'hidden',
    borderRadius: vars.radius.picture,
    boxShadow: `0 0 0 1px transparent`,
    transition: `box-shadow ${motion.fast}`,
    '@media': {
      [media.from1000]: { width: '88px' },
      ...hovered({ boxShadow: `0 0 0 1px ${vars.color.brandLine}` }),
      [media.forcedColors]: {
        selectors: {
          '&[aria-current]': { outline: '2px solid Highlight' },
          '&[aria-current]:focus-visible': { outline: chosenRing },
        },
      },
    },
    selectors: {
      '&[aria-current]': { boxShadow: `0 0 0 1.5px ${vars.color.brand}` },
    },
  }),
)
