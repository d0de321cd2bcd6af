import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, motion, radius, space, vars } from '#src/ui/tokens.css.ts'
import { thumbnail as thumbnailInPage } from './Gallery.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    gridTemplateColumns: 'minmax(0, 1fr)',
    padding: 0,
    overflow: 'hidden',
  }),
)

/** By day in the colour of the pictures' own background, so that they have no edge; we handle every touch on it. */
export const stage = style(
  inFeature({
    gridArea: '1 / 1',
    containerType: 'size',
    overflow: 'hidden',
    background: vars.color.photo,
    cursor: 'zoom-in',
    touchAction: 'none',
    userSelect: 'none',
    selectors: { '&[data-close]': { cursor: 'grab' }, '&[data-close]:active': { cursor: 'grabbing' } },
    '@media': {
      [media.night]: { background: vars.color.surface },
      // Below its heading and above its foot a picture would be no larger than a thumbnail: they scroll away.
      [media.low]: { minHeight: '50dvh' },
    },
  }),
)

export const strip = style(
  inFeature({
    display: 'flex',
    height: '100%',
    transition: `transform ${motion.slow}`,
    selectors: { '&[data-held]': { transition: 'none' } },
  }),
)

export const slide = style(
  inFeature({ flex: '0 0 100%', display: 'grid', placeItems: 'center', overflow: 'hidden' }),
)

export const picture = style(
  inFeature({
    position: 'relative',
    width: 'min(100cqw, 100cqh)',
    transition: `transform ${motion.slow}`,
    selectors: { '&[data-held]': { transition: 'none' } },
    // Or the browser would start to drag the picture.
    pointerEvents: 'none',
  }),
)

export const large = style(
  inFeature({
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    objectFit: 'contain',
    borderRadius: vars.radius.picture,
    opacity: 0,
    selectors: { '&[data-there]': { opacity: 1 } },
  }),
)

const turn = {
  gridArea: '1 / 1',
  zIndex: 1,
  alignSelf: 'center',
  display: 'none',
  marginBlock: space.xl,
  marginLeft: `max(${space.xl}, env(safe-area-inset-left, 0px))`,
  marginRight: `max(${space.xl}, env(safe-area-inset-right, 0px))`,
  background: vars.color.surface,
  '@media': { [media.from768]: { display: 'inline-grid' } },
} as const
/** On a phone the shopper swipes, or taps a thumbnail. */
export const previous = style(inFeature({ ...turn, justifySelf: 'start' }))
export const next = style(inFeature({ ...turn, justifySelf: 'end' }))

export const foot = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: '1fr minmax(0, auto) 1fr',
    alignItems: 'center',
    gap: space.m,
    minHeight: '88px',
    padding: `${space.m} max(${space.m}, env(safe-area-inset-right, 0px)) max(${space.m}, env(safe-area-inset-bottom, 0px)) max(${space.xl}, env(safe-area-inset-left, 0px))`,
  }),
)

export const count = style(
  inFeature({
    color: vars.color.textQuiet,
    fontSize: fontSize.small,
    fontVariantNumeric: 'tabular-nums lining-nums',
    whiteSpace: 'nowrap',
  }),
)

export const thumbnails = style(
  inFeature({
    display: 'flex',
    gap: space.m,
    padding: space.hair,
    overflowX: 'auto',
    scrollbarWidth: 'none',
  }),
)
export const thumbnail = style([
  thumbnailInPage,
  inFeature({ '@media': { [media.from1000]: { width: '64px' } }, borderRadius: radius.s }),
])

export const zoom = style(inFeature({ display: 'flex', justifyContent: 'flex-end', gap: space.xs }))
