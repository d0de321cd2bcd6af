import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, motion, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const row = style(inFeature({ display: 'flex', marginLeft: `-${space.s}` }))

/** Filled when it, or one after it, is the chosen one; a mouse previews its choice. */
export const star = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: size.touch,
    height: size.touch,
    borderRadius: radius.s,
    color: 'transparent',
    cursor: 'pointer',
    transition: `color ${motion.fast}`,
    selectors: {
      '&:has(input:checked)': { color: vars.color.star },
      '&:has(~ label > input:checked)': { color: vars.color.star },
      '&:has(input:focus-visible)': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '-2px' },
    },
    '@media': {
      [media.hover]: {
        selectors: {
          '&:hover': { color: vars.color.star },
          '&:has(~ label:hover)': { color: vars.color.star },
        },
      },
    },
  }),
)

/** Over the whole star, so that fingers and screen readers find it where it appears. */
export const control = style(
  inFeature({
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    margin: 0,
    opacity: 0,
    cursor: 'inherit',
  }),
)

export const drawing = style(
  inFeature({
    width: '32px',
    height: '32px',
    fill: 'currentColor',
    stroke: vars.color.star,
    strokeWidth: 1.25,
    strokeLinejoin: 'round',
    '@media': {
      // Here the system sets `color`, so that all of them would look chosen.
      [media.forcedColors]: {
        fill: 'Canvas',
        stroke: 'CanvasText',
        selectors: {
          [`${star}:is(:has(input:checked), :has(~ label > input:checked)) &`]: { fill: 'Highlight' },
        },
      },
    },
  }),
)
