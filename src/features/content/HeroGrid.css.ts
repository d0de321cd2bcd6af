import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, vars } from '#src/ui/tokens.css.ts'

/** The pictures' own background, across the window; they hang from its upper edge. */
export const root = style(inFeature({ background: vars.color.photo }))
export const list = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '@media': { [media.from768]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
  }),
)
/** Until they come there is only the background, which stays light at night. */
export const pending = style(
  inFeature({
    vars: { [vars.color.skeleton]: vars.color.photo, [vars.color.skeletonGlint]: vars.color.photoRaised },
  }),
)
export const link = style(inFeature({ display: 'block', overflow: 'hidden' }))
export const image = style(
  inFeature({
    '@media': {
      [media.motion]: { transition: `transform 600ms cubic-bezier(0.2, 0, 0, 1)` },
      [media.hover]: { selectors: { [`${link}:hover &`]: { transform: 'scale(1.04)' } } },
    },
  }),
)
