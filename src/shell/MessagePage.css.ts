import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, space } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({ paddingTop: space.xl, '@media': { [media.from768]: { paddingTop: space.x4 } } }),
)

export const actions = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.m,
  }),
)

/** For an error of the shop's own frame, where even the header is missing. */
export const bare = style(inFeature({ display: 'grid', justifyItems: 'center', paddingBlock: space.xl }))
