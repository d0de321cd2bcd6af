import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { font, fontSize, fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

export const list = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${space.xxl} ${space.l}`,
    '@media': { [media.from1000]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', columnGap: space.x3 } },
  }),
)
export const icon = style(inFeature({ color: vars.color.brand, strokeWidth: 1.25 }))
export const pendingIcon = style(inFeature({ width: '2rem', height: '2rem' }))
export const title = style(
  inFeature({
    marginTop: space.l,
    fontFamily: font.serif,
    fontSize: fontSize.title,
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'lining-nums',
    lineHeight: 1.2,
  }),
)
export const subtitle = style(
  inFeature({ marginTop: space.s, color: vars.color.textQuiet, fontSize: fontSize.small, lineHeight: 1.6 }),
)
