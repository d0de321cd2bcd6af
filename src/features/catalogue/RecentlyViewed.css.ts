import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { strip } from '#src/ui/layout.css.ts'
import { media, space } from '#src/ui/tokens.css.ts'

export const pieces = style([
  strip,
  inFeature({
    gridAutoColumns: 'minmax(max(140px, 6.5rem), 40%)',
    '@media': {
      [media.from600]: { gridAutoColumns: '22%' },
      [media.from1000]: { gridAutoColumns: `calc((100% - 5 * ${space.l}) / 6)` },
      [media.from1200]: { gridAutoColumns: 'calc((100% - 5 * 20px) / 6)' },
    },
  }),
])
export const piece = style(inFeature({ scrollSnapAlign: 'start', minWidth: 0 }))
