import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, space, vars } from '#src/ui/tokens.css.ts'

export const page = style(
  inFeature({
    minHeight: '70vh',
    paddingBlock: `${space.xxl} ${space.x4}`,
    '@media': {
      [media.from768]: { paddingBlock: `${space.x3} ${space.x5}` },
      // At the end of a print it could take a sheet of its own.
      [media.print]: { paddingBottom: 0 },
    },
  }),
)

export const title = style(inFeature({ marginBottom: space.xl }))
export const quiet = style(inFeature({ color: vars.color.textQuiet }))
