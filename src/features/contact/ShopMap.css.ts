import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, radius, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'grid', gap: space.m }))

export const frame = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    minHeight: '400px',
    background: vars.color.surfaceBand,
    '@media': { [media.from1000]: { minHeight: '496px' }, [media.print]: { minHeight: 0 } },
  }),
)
export const map = style(
  inFeature({ position: 'absolute', inset: 0, width: '100%', height: '100%', border: 0 }),
)

export const streets = style(
  inFeature({
    position: 'absolute',
    width: '100%',
    height: '100%',
    inset: 0,
    fill: 'none',
    stroke: vars.color.surface,
    strokeWidth: 14,
    strokeLinecap: 'round',
    '@media': { [media.print]: { display: 'none' } },
  }),
)
export const lanes = style(inFeature({ strokeWidth: 5 }))

export const card = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    gap: space.m,
    maxWidth: '300px',
    margin: space.l,
    padding: `${space.xl} ${space.xxl} ${space.l}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    boxShadow: vars.shadow.floating,
    textAlign: 'center',
  }),
)
export const pin = style(inFeature({ color: vars.color.brand }))
export const note = style(
  inFeature({
    color: vars.color.textQuiet,
    fontSize: fontSize.small,
    ':empty': { marginTop: `calc(-1 * ${space.m})` },
  }),
)
export const away = style(inFeature({ paddingBlock: '11px', marginBlock: '-11px' }))
export const source = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: `${space.xs} ${space.l}`,
    color: vars.color.textHint,
    fontSize: fontSize.small,
  }),
)
