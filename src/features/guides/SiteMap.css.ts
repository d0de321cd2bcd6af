import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, size, space, vars } from '#src/ui/tokens.css.ts'

export const groups = style(
  inFeature({
    display: 'grid',
    gap: `${space.x3} ${space.x4}`,
    marginTop: space.x3,
    '@media': {
      [media.from600]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
      [media.from1000]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', marginTop: space.x5 },
    },
  }),
)
export const group = style(inFeature({ paddingTop: space.l, borderTop: `1px solid ${vars.color.line}` }))
export const title = style(inFeature({ marginBottom: space.s, fontSize: fontSize.title }))
export const note = style(inFeature({ color: vars.color.textHint, fontSize: fontSize.small }))
export const links = style(inFeature({ display: 'grid', justifyItems: 'start' }))
export const link = style(
  inFeature({
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: size.touch,
    textDecorationColor: 'transparent',
    '@media': hovered({ textDecorationColor: 'currentColor' }),
  }),
)
