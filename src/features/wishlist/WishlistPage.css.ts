import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, space } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    paddingBlock: `${space.xxl} ${space.x4}`,
    '@media': { [media.from768]: { paddingBlock: `${space.x3} ${space.x5}` } },
  }),
)

export const title = style(
  inFeature({ marginBottom: space.xl, '@media': { [media.from768]: { marginBottom: space.xxl } } }),
)

/** Where there is nothing else, its space is reserved: the button below must not move. */
export const ageOfNone = style(inFeature({ minHeight: '1.5em', lineHeight: 1.5 }))
