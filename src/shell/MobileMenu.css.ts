import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const body = style(
  inFeature({
    display: 'grid',
    // As wide as the screen, whatever the search words or the customer's name.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.xxl,
    alignContent: 'start',
    paddingBottom: space.xl,
  }),
)

export const tiles = style(
  inFeature({
    display: 'grid',
    // Four in a row on the narrowest phone; two where text is large.
    gridTemplateColumns: 'repeat(auto-fit, minmax(max(3.9rem, 20%), 1fr))',
    gap: space.s,
  }),
)

export const tile = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    gap: space.s,
    padding: `${space.l} ${space.xs}`,
    borderRadius: radius.m,
    background: vars.color.surfaceBand,
    color: vars.color.text,
    fontSize: fontSize.small,
    fontWeight: fontWeight.medium,
    textAlign: 'center',
    textDecoration: 'none',
  }),
)
export const tileIcon = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: size.touch,
    height: '28px',
    color: vars.color.brand,
  }),
)

export const links = style(inFeature({ display: 'grid' }))
export const link = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '52px',
    borderBottom: `1px solid ${vars.color.line}`,
    color: vars.color.text,
    fontSize: fontSize.lead,
    textDecoration: 'none',
    selectors: { '&[aria-current="page"]': { color: vars.color.brand, fontWeight: fontWeight.medium } },
  }),
)
export const chevron = style(inFeature({ color: vars.color.brandLine }))

export const account = style(inFeature({ display: 'grid', gap: space.m }))
export const guest = style(inFeature({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: space.m }))
export const name = style(inFeature({ fontWeight: fontWeight.semibold, overflowWrap: 'anywhere' }))
export const email = style(
  inFeature({ color: vars.color.textHint, fontSize: fontSize.small, overflowWrap: 'anywhere' }),
)
export const signOut = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.m,
    minHeight: '48px',
    border: `1px solid ${vars.color.brand}`,
    borderRadius: radius.s,
    color: vars.color.brand,
    fontWeight: fontWeight.medium,
    selectors: { '&[aria-disabled="true"]': { color: vars.color.textHint, borderColor: vars.color.line } },
  }),
)
