import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, space, vars } from '#src/ui/tokens.css.ts'

export const page = style(
  inFeature({
    minHeight: '70vh',
    paddingBlock: `${space.xxl} ${space.x4}`,
    '@media': {
      [media.from768]: { paddingBlock: `${space.x3} ${space.x5}` },
      [media.print]: { paddingBlock: 0 },
    },
  }),
)

/** Two columns, or one where large letters leave too little space. */
export const oneOrTwo = `repeat(auto-fit, minmax(min(100%, max(7.5rem, 50% - ${space.m})), 1fr))`

export const title = style(inFeature({ marginBottom: space.xl }))
export const quiet = style(inFeature({ color: vars.color.textQuiet }))
