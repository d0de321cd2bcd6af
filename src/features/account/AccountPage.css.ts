import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    alignContent: 'start',
    gap: space.xxl,
    minHeight: '70vh',
    paddingBlock: `${space.xl} ${space.x4}`,
    '@media': {
      [media.from768]: { paddingBlock: `${space.x3} ${space.x5}` },
      [media.from1000]: { gridTemplateColumns: '264px minmax(0, 1fr)', gap: space.x4 },
    },
  }),
)

export const side = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    alignContent: 'start',
    '@media': { [media.from1000]: { gap: space.xl }, [media.print]: { display: 'none' } },
  }),
)

export const identity = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.l,
    '@media': {
      [media.from1000]: { paddingBottom: space.xl, borderBottom: `1px solid ${vars.color.line}` },
    },
  }),
)

export const initials = style(
  inFeature({
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    border: `1px solid ${vars.color.brand}`,
    borderRadius: radius.round,
    background: vars.color.brand,
    color: vars.color.onBrand,
    // In a circle of one size.
    fontSize: `min(${fontSize.lead}, 20px)`,
    fontWeight: fontWeight.medium,
    letterSpacing: '0.04em',
  }),
)

export const who = style(inFeature({ minWidth: 0 }))
export const name = style(inFeature({ fontWeight: fontWeight.semibold, overflowWrap: 'anywhere' }))
export const email = style(
  inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small, overflowWrap: 'anywhere' }),
)

export const main = style(inFeature({ minWidth: 0 }))
export const title = style(
  inFeature({ marginBottom: space.xl, '@media': { [media.from768]: { marginBottom: space.xxl } } }),
)
