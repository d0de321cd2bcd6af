import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontSize, media, space, vars } from './tokens.css.ts'

export const root = style(
  inUi({
    position: 'relative',
    display: 'block',
    overflow: 'hidden',
    background: vars.color.photo,
    borderRadius: vars.radius.picture,
    '@media': { [media.print]: { background: 'none' } },
  }),
)

export const image = style(
  inUi({
    display: 'block',
    width: '100%',
    height: 'auto',
    // Unless its place has another shape. A shop's own pictures need not be square as the demo's are: once loaded, the
    // room of one that is not would change, and its piece end at the top of a card.
    aspectRatio: '1',
    objectFit: 'contain',
    // The alternative text of a picture that is still loading.
    color: vars.color.onPhotoQuiet,
    fontSize: fontSize.small,
  }),
)

export const failed = style(
  inUi({
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeContent: 'center',
    padding: space.s,
    color: vars.color.onPhotoQuiet,
    fontSize: fontSize.small,
    lineHeight: 1.4,
    textAlign: 'center',
  }),
)
