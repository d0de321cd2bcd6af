import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, space, vars } from '#src/ui/tokens.css.ts'

/** On the line of what it is about; in one piece as long as a line of its own has room for that. */
export const note = style(
  inFeature({
    display: 'inline-block',
    maxWidth: '100%',
    color: vars.color.textHint,
    fontSize: fontSize.small,
    fontWeight: fontWeight.regular,
  }),
)
export const icon = style(
  inFeature({ display: 'inline-block', marginInlineEnd: space.xs, verticalAlign: '-0.25em' }),
)
