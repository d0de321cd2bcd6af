import { style, styleVariants } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, motion } from '#src/ui/tokens.css.ts'

const root = style(
  inFeature({
    selectors: { '&[aria-disabled="true"]': { cursor: 'progress' } },
    '@media': {
      [media.motion]: {
        transition: `background-color ${motion.fast}, color ${motion.fast}, transform ${motion.fast}`,
        ':active': { transform: 'scale(0.86)' },
      },
    },
  }),
)

export const tone = styleVariants({
  onPhoto: [root],
  /** As tall as what is beside it. */
  outline: [root, inFeature({ alignSelf: 'stretch', width: '56px', height: 'auto', minHeight: '48px' })],
})
