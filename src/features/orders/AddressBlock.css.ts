import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { font, fontSize, fontWeight, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    gap: space.s,
    alignContent: 'start',
    // Or the longest place name would widen every grid around it.
    overflowWrap: 'anywhere',
  }),
)
export const title = style(
  inFeature({
    fontFamily: font.sans,
    fontSize: fontSize.small,
    fontWeight: fontWeight.semibold,
    letterSpacing: 0,
  }),
)
export const lines = style(
  inFeature({
    color: vars.color.textQuiet,
    fontSize: fontSize.small,
    lineHeight: 1.6,
    whiteSpace: 'pre-line',
  }),
)
