import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, motion, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'grid', gap: space.s, maxWidth: '400px' }))

/** One line under field and button, like a dotted line on a printed card. */
export const row = style(
  inFeature({
    display: 'flex',
    // Where text is large the button has a line of its own.
    flexWrap: 'wrap',
    justifyContent: 'flex-end',
    alignItems: 'stretch',
    borderBottom: `1px solid ${vars.color.onDeepQuiet}`,
    transition: `border-color ${motion.fast}`,
    selectors: {
      '&:focus-within': { borderColor: vars.color.onDeep },
      '&:has([aria-invalid="true"])': { borderColor: vars.color.onDeepAccent },
    },
    '@media': hovered({ borderColor: vars.color.onDeep }),
  }),
)

export const field = style(
  inFeature({
    // Its placeholder appears nowhere else, so it must fit.
    flex: '1 1 10em',
    minWidth: 0,
    // Without it Firefox has the whole form at least as wide as a field of twenty letters, and large ones exceed a phone.
    width: '100%',
    minHeight: '48px',
    padding: `${space.s} ${space.s} ${space.s} 0`,
    border: 0,
    borderRadius: 0,
    background: 'transparent',
    color: vars.color.onDeep,
    fontSize: fontSize.body,
    appearance: 'none',
    selectors: {
      '&::placeholder': { color: vars.color.onDeepQuiet },
      '&:autofill': {
        boxShadow: `inset 0 0 0 100px ${vars.color.deep}`,
        WebkitTextFillColor: vars.color.onDeep,
      },
    },
    '@media': { [media.forcedColors]: { border: '1px solid FieldText', paddingLeft: space.s } },
  }),
)

export const button = style(
  inFeature({
    flex: 'none',
    minWidth: size.touch,
    minHeight: size.touch,
    paddingLeft: space.m,
    color: vars.color.onDeep,
    fontWeight: fontWeight.medium,
    textUnderlineOffset: '0.4em',
    '@media': hovered({ textDecoration: 'underline', textDecorationThickness: '1px' }),
  }),
)

/** Two lines high from the start, so that the footer keeps its height whatever it says. */
export const note = style(
  inFeature({
    display: 'flex',
    alignItems: 'flex-start',
    gap: space.s,
    minHeight: '3em',
    color: vars.color.onDeepQuiet,
    fontSize: fontSize.small,
    lineHeight: 1.5,
  }),
)
export const icon = style(inFeature({ marginTop: '2px', color: vars.color.onDeepAccent }))
export const message = style(inFeature({ color: vars.color.onDeep }))
