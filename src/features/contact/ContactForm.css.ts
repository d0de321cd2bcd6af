import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, space } from '#src/ui/tokens.css.ts'

export const foot = style(
  inFeature({ display: 'grid', '@media': { [media.from600]: { justifyItems: 'start' } } }),
)
/** Always there, so that screen readers announce what appears in it. */
export const outcome = style(
  inFeature({ width: '100%', selectors: { '&:not(:empty)': { marginBottom: space.l } } }),
)
