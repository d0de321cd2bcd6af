import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, space } from '#src/ui/tokens.css.ts'

export const picture = style(
  inFeature({ marginTop: space.x3, '@media': { [media.from768]: { marginTop: space.x4 } } }),
)
export const image = style(
  inFeature({
    aspectRatio: '4 / 3',
    objectFit: 'cover',
    objectPosition: '6% 50%',
    '@media': { [media.from768]: { aspectRatio: '5 / 2', objectPosition: 'left center' } },
  }),
)
