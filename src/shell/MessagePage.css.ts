import { globalStyle, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, space } from '#src/ui/tokens.css.ts'

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

/** Where it is all there is on a page, the sentence may be as large as a page's heading. */
globalStyle(
  `${root} h1`,
  inFeature({ fontSize: fontSize.heading, '@media': { [media.from768]: { fontSize: fontSize.display } } }),
)
