import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { media, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({ position: 'relative', display: 'flex', alignItems: 'center', gap: space.xs }),
)

const track = { height: '2px', borderRadius: radius.round, background: vars.color.lineStrong }
const thumb = {
  appearance: 'none',
  boxSizing: 'border-box',
  width: '28px',
  height: '28px',
  border: `2px solid ${vars.color.surfaceRaised}`,
  borderRadius: radius.round,
  background: vars.color.brand,
  boxShadow: vars.shadow.floating,
} as const

export const slider = style(
  inFeature({
    appearance: 'none',
    flex: 1,
    minWidth: 0,
    height: size.touch,
    margin: 0,
    background: 'transparent',
    cursor: 'pointer',
    selectors: {
      '&::-webkit-slider-runnable-track': track,
      '&::-moz-range-track': track,
      '&::-webkit-slider-thumb': { ...thumb, marginTop: '-13px' },
      '&::-moz-range-thumb': thumb,
    },
    // The system's own control follows the reader's colours.
    '@media': { [media.forcedColors]: { appearance: 'auto' } },
  }),
)

export const spoken = visuallyHidden
