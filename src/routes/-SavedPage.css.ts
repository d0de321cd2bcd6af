import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    paddingTop: space.xl,
    '@media': { [media.from768]: { paddingTop: space.x4 } },
  }),
)

export const header = style(inFeature({ display: 'grid', gap: space.m, maxWidth: size.text }))

export const part = style(
  inFeature({ marginTop: space.x3, paddingTop: space.l, borderTop: `1px solid ${vars.color.line}` }),
)
export const title = style(inFeature({ marginBottom: space.m, fontSize: fontSize.title }))
export const pending = style(inFeature({ display: 'block', height: '70svh', marginTop: space.x3 }))

export const pieces = style(
  inFeature({
    display: 'grid',
    gap: `${space.s} ${space.xl}`,
    '@media': {
      [media.from600]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
      [media.from1000]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    },
  }),
)
export const piece = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.m,
    paddingBlock: space.s,
    color: vars.color.text,
    textDecorationLine: 'none',
  }),
)
export const picture = style(inFeature({ flex: 'none', width: '64px' }))
export const words = style(inFeature({ display: 'grid', gap: space.xs, minWidth: 0 }))
export const under = style(
  inFeature({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: `0 ${space.m}` }),
)
export const moment = style(inFeature({ color: vars.color.textHint, fontSize: fontSize.small }))

export const links = style(
  inFeature({
    display: 'grid',
    columnGap: space.xl,
    '@media': {
      [media.from600]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
      [media.from1000]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    },
  }),
)
export const place = style(
  inFeature({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: space.m }),
)
export const link = style(
  inFeature({
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: size.touch,
    textDecorationColor: 'transparent',
    '@media': hovered({ textDecorationColor: 'currentColor' }),
  }),
)
