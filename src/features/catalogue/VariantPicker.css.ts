import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { chosenRing, fontWeight, media, motion, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const group = style(inFeature({ scrollMarginTop: '160px', overflowWrap: 'anywhere' }))

// They float, because that is what has a legend share its line, or leave it where both have no room.
export const legend = style(
  inFeature({
    float: 'left',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: space.s,
    marginBottom: space.m,
    fontWeight: fontWeight.medium,
  }),
)
/** At the end of the legend's line. */
export const help = style(inFeature({ float: 'right', marginBlock: '-10px 2px' }))

export const chosen = style(inFeature({ color: vars.color.textQuiet, fontWeight: fontWeight.regular }))

export const options = style(inFeature({ clear: 'both', display: 'flex', flexWrap: 'wrap', gap: space.s }))

export const option = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    // Six in a row fill the line if names are short, as ring sizes are.
    minWidth: 'max(48px, (100% - 40.1px) / 6)',
    minHeight: size.touch,
    padding: `${space.s} ${space.m}`,
    border: `1px solid ${vars.color.lineStrong}`,
    borderRadius: radius.s,
    background: vars.color.surfaceRaised,
    lineHeight: 1.3,
    transition: `border-color ${motion.fast}, background-color ${motion.fast}`,
    selectors: {
      '&:has(:checked)': {
        borderColor: vars.color.brand,
        background: vars.color.brandSoft,
        color: vars.color.brand,
        // The inset line makes the border two pixels wide without moving the content.
        boxShadow: `inset 0 0 0 1px ${vars.color.brand}`,
      },
      '&:has(:focus-visible)': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' },
      '&[data-sold-out]': {
        color: vars.color.textHint,
        borderColor: vars.color.line,
        textDecorationLine: 'line-through',
      },
    },
    '@media': {
      [media.hover]: {
        selectors: {
          '&:where(:hover)': { borderColor: vars.color.brand },
          '&[data-sold-out]:where(:hover)': { borderColor: vars.color.lineStrong },
        },
      },
      [media.forcedColors]: {
        selectors: {
          '&:has(:checked)': { outline: '2px solid Highlight' },
          '&:has(:checked:focus-visible)': { outline: chosenRing },
        },
      },
    },
  }),
)

/** Over the whole button, so that somebody exploring by touch with a screen reader finds it. */
export const radio = style(
  inFeature({ position: 'absolute', inset: 0, width: '100%', height: '100%', margin: 0, opacity: 0 }),
)

export const error = style(inFeature({ ':empty': { display: 'none' }, marginTop: space.s }))
