import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, size, space, vars } from '#src/ui/tokens.css.ts'

export const head = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${space.s} ${space.l}`,
    // The same with a button in it and without one.
    minHeight: '57px',
    paddingBottom: space.m,
    borderBottom: `1px solid ${vars.color.line}`,
  }),
)
export const heading = style(inFeature({ fontSize: fontSize.title, lineHeight: 1.3 }))
export const quiet = style(inFeature({ paddingTop: space.l, color: vars.color.textQuiet }))
export const pending = style([quiet, inFeature({ minHeight: '240px' })])

export const list = style(inFeature({ display: 'grid', containerType: 'inline-size' }))
// More with larger letters.
const wide = '(min-width: 34rem)'

/** Two lines on a phone, one where there is room, and four where large letters leave little. */
export const row = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, max(7rem, 50% - ${space.s})), 1fr))`,
    alignItems: 'center',
    gap: `0 ${space.l}`,
    paddingBlock: space.s,
    borderBottom: `1px solid ${vars.color.line}`,
    '@container': {
      // Each row has its own grid: a column as wide as its content would move the others from row to row.
      [wide]: { gridTemplateColumns: 'minmax(0, 1.3fr) minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr)' },
    },
  }),
)
export const number = style(
  inFeature({
    display: 'inline-flex',
    alignItems: 'center',
    justifySelf: 'start',
    minHeight: size.touch,
    fontWeight: fontWeight.medium,
    overflowWrap: 'anywhere',
  }),
)
export const date = style(
  inFeature({
    justifySelf: 'end',
    color: vars.color.textQuiet,
    '@container': { [wide]: { justifySelf: 'start' } },
  }),
)
export const total = style(
  inFeature({
    minHeight: size.touch,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'tabular-nums lining-nums',
  }),
)
