import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

const stage = style(inFeature({ display: 'grid', alignContent: 'start', gap: space.xl }))

// Under a heading whose view changes: as high as its highest view, so that the heading does not move.
export const short = style([
  stage,
  inFeature({ minHeight: '440px', '@media': { [media.from768]: { minHeight: '272px' } } }),
])
export const tall = style([
  stage,
  inFeature({ minHeight: '500px', '@media': { [media.from600]: { minHeight: '444px' } } }),
])

export const actions = style(inFeature({ display: 'grid', gap: space.m }))

export const aside = style(inFeature({ textAlign: 'center', color: vars.color.textQuiet }))

export const note = style(inFeature({ color: vars.color.textQuiet }))

/** However long, it wraps rather than widening the page. */
export const address = style(
  inFeature({ color: vars.color.text, fontWeight: fontWeight.medium, overflowWrap: 'anywhere' }),
)
