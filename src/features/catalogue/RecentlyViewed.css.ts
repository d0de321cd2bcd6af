import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { strip } from '#src/ui/layout.css.ts'
import { media, space } from '#src/ui/tokens.css.ts'

/** The least in which large letters leave a price its place. */
const least = '6.5rem'

export const pieces = style([
  strip,
  inFeature({
    gridAutoColumns: `minmax(max(140px, ${least}), 40%)`,
    '@media': {
      [media.from600]: { gridAutoColumns: `max(${least}, 22%)` },
      [media.from1000]: { gridAutoColumns: `max(${least}, (100% - 5 * ${space.l}) / 6)` },
      [media.from1200]: { gridAutoColumns: `max(${least}, (100% - 5 * 20px) / 6)` },
    },
  }),
])
export const piece = style(inFeature({ scrollSnapAlign: 'start', minWidth: 0 }))
