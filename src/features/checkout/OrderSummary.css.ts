import { style } from '@vanilla-extract/css'
import { parts } from '#src/ui/dotted.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { gutter, wideGutter } from '#src/ui/layout.css.ts'
import { fontSize, fontWeight, media, radius, space, vars, zIndex } from '#src/ui/tokens.css.ts'

/**
 * On a phone a bar at the top, where it covers no button, that expands; in a low window, most of which it would fill,
 * it scrolls with the form, and where there is space it is beside it.
 */
export const root = style(
  inFeature({
    position: 'sticky',
    top: 0,
    zIndex: zIndex.sticky,
    marginLeft: `calc(-1 * ${gutter.left})`,
    marginRight: `calc(-1 * ${gutter.right})`,
    background: vars.color.surfaceBand,
    borderBottom: `1px solid ${vars.color.line}`,
    '@media': {
      [media.from768]: {
        marginLeft: `calc(-1 * ${wideGutter.left})`,
        marginRight: `calc(-1 * ${wideGutter.right})`,
      },
      [media.low]: { position: 'static' },
      [media.from1000]: {
        gridArea: '1 / 2',
        position: 'sticky',
        marginLeft: 0,
        marginRight: 0,
        top: space.xxl,
        padding: space.xxl,
        borderBottom: 0,
      },
    },
  }),
)

const chevronRoom = `(1rem + ${space.m})`

export const bar = style(
  inFeature({
    position: 'relative',
    display: 'flex',
    // Where text is large, the total is below the words.
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: space.m,
    width: '100%',
    minHeight: '60px',
    paddingBlock: space.s,
    paddingLeft: space.l,
    paddingRight: `calc(${space.l} + ${chevronRoom})`,
    '@media': {
      [media.from768]: {
        paddingLeft: wideGutter.left,
        paddingRight: `calc(${wideGutter.right} + ${chevronRoom})`,
      },
      [media.from1000]: { display: 'none' },
    },
  }),
)
export const barLabel = style(
  inFeature({ flex: '1 1 auto', color: vars.color.brand, fontWeight: fontWeight.medium }),
)
export const barTotal = style(
  inFeature({
    marginLeft: 'auto',
    // Fits the bar, however large text is.
    fontSize: `min(${fontSize.lead}, 8vw)`,
    fontWeight: fontWeight.semibold,
    fontVariantNumeric: 'tabular-nums lining-nums',
  }),
)
export const chevron = style(
  inFeature({
    position: 'absolute',
    insetBlock: 0,
    right: space.l,
    marginBlock: 'auto',
    color: vars.color.brand,
    '@media': { [media.from768]: { right: wideGutter.right } },
    selectors: { '[aria-expanded="true"] > &': { transform: 'rotate(180deg)' } },
  }),
)

export const folded = style(
  inFeature({ display: 'none', '@media': { [media.from1000]: { display: 'grid', gap: space.l } } }),
)
export const unfolded = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    maxHeight: '60vh',
    overflowY: 'auto',
    padding: `${space.s} ${space.l} ${space.l}`,
    '@media': {
      [media.from768]: { paddingLeft: wideGutter.left, paddingRight: wideGutter.right },
      [media.low]: { maxHeight: 'none' },
      [media.from1000]: { maxHeight: 'none', padding: 0, overflow: 'visible' },
    },
  }),
)

export const title = style(
  inFeature({
    display: 'none',
    '@media': { [media.from1000]: { display: 'block', fontSize: fontSize.title } },
  }),
)

export const lines = style(inFeature({ display: 'grid', gap: space.l }))
export const line = style(
  inFeature({
    display: 'flex',
    // Where text is large, the price is below the words.
    flexWrap: 'wrap',
    gap: space.m,
    fontSize: fontSize.small,
  }),
)
export const picture = style(
  inFeature({ flex: 'none', alignSelf: 'start', width: '64px', borderRadius: radius.s }),
)
export const words = style(inFeature({ flex: '1 1 6em', minWidth: 0 }))
export const name = style(inFeature({ fontWeight: fontWeight.medium, lineHeight: 1.4 }))
export const details = style([parts, inFeature({ color: vars.color.textQuiet })])
export const low = style(inFeature({ color: vars.color.warning }))
export const trouble = style(inFeature({ color: vars.color.critical }))
export const price = style(inFeature({ marginLeft: 'auto', fontVariantNumeric: 'tabular-nums lining-nums' }))

export const totals = style(inFeature({ paddingTop: space.l, borderTop: `1px solid ${vars.color.line}` }))
