import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
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
    marginInline: `calc(-1 * ${space.l})`,
    background: vars.color.surfaceBand,
    borderBottom: `1px solid ${vars.color.line}`,
    '@media': {
      [media.from768]: { marginInline: `calc(-1 * ${space.xxl})` },
      [media.low]: { position: 'static' },
      [media.from1000]: {
        gridArea: '1 / 2',
        position: 'sticky',
        marginInline: 0,
        top: space.xxl,
        padding: space.xxl,
        borderBottom: 0,
      },
    },
  }),
)

export const bar = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.m,
    width: '100%',
    minHeight: '60px',
    paddingInline: space.l,
    '@media': { [media.from768]: { paddingInline: space.xxl }, [media.from1000]: { display: 'none' } },
  }),
)
export const barLabel = style(inFeature({ flex: 1, color: vars.color.brand, fontWeight: fontWeight.medium }))
export const barTotal = style(
  inFeature({
    // Fits the space beside the label, however large text is.
    fontSize: `min(${fontSize.lead}, 8vw)`,
    fontWeight: fontWeight.semibold,
    fontVariantNumeric: 'tabular-nums lining-nums',
  }),
)
export const chevron = style(
  inFeature({
    color: vars.color.brand,
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
      [media.from768]: { paddingInline: space.xxl },
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
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr) auto',
    gap: space.m,
    fontSize: fontSize.small,
  }),
)
export const picture = style(inFeature({ alignSelf: 'start', borderRadius: radius.s }))
export const name = style(inFeature({ fontWeight: fontWeight.medium, lineHeight: 1.4 }))
export const detail = style(inFeature({ color: vars.color.textQuiet }))
export const low = style(inFeature({ color: vars.color.warning }))
export const trouble = style(inFeature({ color: vars.color.critical }))
export const price = style(inFeature({ fontVariantNumeric: 'tabular-nums lining-nums' }))

export const totals = style(inFeature({ paddingTop: space.l, borderTop: `1px solid ${vars.color.line}` }))
