import { globalStyle, style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { font, fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'
import { oneOrTwo } from './orders.css.ts'

// The list appears on a page of its own and in the account, where it has less space.
export const list = style(
  inFeature({
    display: 'grid',
    gap: space.xl,
    containerType: 'inline-size',
    // In a grid, a row that must not be broken moves to the next sheet together with the page's heading.
    '@media': { [media.print]: { display: 'block' } },
  }),
)
// 256 and 900 px, and more with larger letters.
const notNarrow = '(min-width: 16rem)'
const wide = '(min-width: 56.25rem)'

export const order = style(
  inFeature({
    border: `1px solid ${vars.color.line}`,
    background: vars.color.surfaceRaised,
    '@media': {
      [media.print]: { breakInside: 'auto', border: 'none', selectors: { '& + &': { marginTop: '14pt' } } },
    },
  }),
)

export const head = style(
  inFeature({
    display: 'grid',
    gap: `${space.m} ${space.l}`,
    alignItems: 'center',
    padding: space.l,
    background: vars.color.surfaceBand,
    '@media': {
      [media.from768]: { padding: `${space.l} ${space.xl}` },
      [media.print]: {
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: '24pt',
        padding: '8pt 0',
        borderBlock: `1px solid ${vars.color.line}`,
        breakInside: 'avoid',
      },
    },
    '@container': {
      // The first has space for the order's number.
      [notNarrow]: { gridTemplateColumns: 'minmax(min-content, 1fr) minmax(0, 1fr)' },
      [wide]: {
        // The last has space for three buttons, however many there are, so that the columns of all orders line up.
        gridTemplateColumns:
          'minmax(max-content, 1.4fr) repeat(3, minmax(max-content, 1fr)) minmax(max-content, 1.5fr) minmax(auto, 17rem)',
      },
    },
  }),
)

export const fact = style(inFeature({ display: 'grid', minWidth: 0 }))
/** The longest has a line of its own if there are several columns. */
export const longFact = style([
  fact,
  inFeature({ gridColumn: '1 / -1', '@container': { [wide]: { gridColumn: 'auto' } } }),
])
export const label = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
export const value = style(
  inFeature({ margin: 0, fontWeight: fontWeight.medium, fontVariantNumeric: 'tabular-nums lining-nums' }),
)
export const number = style(
  inFeature({
    fontFamily: font.sans,
    letterSpacing: 0,
    fontSize: fontSize.body,
    fontWeight: fontWeight.semibold,
    overflowWrap: 'anywhere',
    '@container': { [notNarrow]: { whiteSpace: 'nowrap' } },
  }),
)

// Three of them fit side by side on the narrowest phone.
export const actions = style(
  inFeature({
    gridColumn: '1 / -1',
    display: 'flex',
    flexWrap: 'wrap',
    gap: space.s,
    justifyContent: 'flex-start',
    '@container': { [wide]: { gridColumn: 'auto', justifyContent: 'flex-end' } },
  }),
)

globalStyle(
  `${actions} > *`,
  inFeature({ '@media': { 'screen and (max-width: 359.98px)': { paddingInline: space.m } } }),
)

export const body = style(
  inFeature({
    display: 'grid',
    gap: space.xl,
    padding: space.l,
    '@media': {
      [media.from768]: { padding: space.xl },
      [media.print]: { display: 'block', paddingInline: 0 },
    },
    '@container': { [wide]: { gridTemplateColumns: 'minmax(0, 1fr) 420px', gap: space.x3 } },
  }),
)

export const addresses = style(
  inFeature({
    display: 'grid',
    // Below each other they would be half of what a phone shows of an order.
    gridTemplateColumns: oneOrTwo,
    gap: space.xl,
    alignContent: 'start',
    '@media': { [media.print]: { marginTop: '14pt' } },
  }),
)

export const items = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    alignContent: 'start',
    '@media': { [media.print]: { display: 'block' } },
  }),
)
export const item = style(
  inFeature({
    '@media': { [media.print]: { selectors: { '& + &': { marginTop: '8pt' } } } },
    display: 'grid',
    overflowWrap: 'anywhere',
    gridTemplateColumns: '72px minmax(0, 1fr)',
    gap: space.l,
    alignItems: 'start',
  }),
)
export const picture = style(inFeature({ borderRadius: radius.s }))
export const itemName = style(inFeature({ fontWeight: fontWeight.medium, lineHeight: 1.4 }))
export const itemDetail = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
