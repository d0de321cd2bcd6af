import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { space } from '#src/ui/tokens.css.ts'

export const actions = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'center',
    gap: `${space.m} ${space.xl}`,
  }),
)

/** Centred by its text, without the padding. */
export const quiet = style(inFeature({ paddingInline: 0 }))

/** For an error of the shop's own frame, where even the header is missing. */
export const bare = style(inFeature({ display: 'grid', justifyItems: 'center', paddingBlock: space.xl }))
