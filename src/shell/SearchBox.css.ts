import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, motion, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ flex: 1, minWidth: 0 }))

export const form = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.s,
    width: '100%',
    // Of the reader's own text size, for which its words would be too long otherwise.
    maxWidth: '17.5rem',
    minHeight: size.touch,
    borderBottom: `1px solid ${vars.color.lineStrong}`,
    color: vars.color.textQuiet,
    transition: `border-color ${motion.fast}`,
    ':focus-within': { borderColor: vars.color.brand, color: vars.color.brand },
  }),
)

/** In the phone's menu, where it has the whole width. */
export const wide = style([form, inFeature({ maxWidth: 'none', minHeight: '52px' })])

export const input = style(
  inFeature({
    flex: 1,
    minWidth: 0,
    minHeight: size.touch,
    padding: 0,
    border: 0,
    background: 'none',
    color: vars.color.text,
    textOverflow: 'ellipsis',
    selectors: {
      '&::-webkit-search-cancel-button': { filter: 'grayscale(1)' },
      // The line below the field shows the focus.
      '&:focus-visible': { outline: 'none' },
    },
    // In forced colours the line never changes colour.
    '@media': {
      [media.forcedColors]: { selectors: { '&:focus-visible': { outline: '2px solid Highlight' } } },
    },
  }),
)
