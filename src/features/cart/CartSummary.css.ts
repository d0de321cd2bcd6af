import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    padding: space.xl,
    background: vars.color.surfaceBand,
    '@media': {
      [media.from768]: { padding: space.xxl },
      [media.print]: { padding: 0, breakInside: 'avoid' },
    },
  }),
)

export const title = style(inFeature({ fontSize: fontSize.title }))

export const why = style(inFeature({ color: vars.color.critical, fontSize: fontSize.small }))

export const way = style(
  inFeature({
    display: 'grid',
    gap: space.s,
    justifyItems: 'center',
    '@media': { [media.print]: { display: 'none' } },
  }),
)

export const promises = style(
  inFeature({ display: 'grid', gap: space.s, color: vars.color.textQuiet, fontSize: fontSize.small }),
)

export const promise = style(inFeature({ display: 'flex', alignItems: 'center', gap: space.m }))

export const promiseIcon = style(inFeature({ flex: 'none', color: vars.color.brandIcon }))
export const promiseLink = style(
  inFeature({ paddingBlock: '14px', color: 'inherit', textDecorationColor: vars.color.lineStrong }),
)
