import { style, styleVariants } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { cardColumns, fontSize, media, motion, space } from '#src/ui/tokens.css.ts'

const grid = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: cardColumns,
    gap: `${space.xxl} ${space.m}`,
    '@media': {
      [media.from768]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: `${space.x3} ${space.l}` },
      [media.from1200]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', columnGap: '20px' },
    },
  }),
)

/** While other pieces load, those still shown are dimmed. */
export const state = styleVariants({
  current: [grid, inFeature({ transition: `opacity ${motion.normal}` })],
  waiting: [
    grid,
    // Not for a moment's wait: only when the answer takes its time.
    inFeature({ opacity: 0.45, transition: `opacity ${motion.normal} 120ms` }),
  ],
})

export const line = style(
  inFeature({
    width: '80%',
    fontSize: fontSize.small,
    '@media': { [media.from768]: { fontSize: fontSize.body } },
  }),
)
