import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'grid', gap: space.m }))

export const or = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.l,
    color: vars.color.textHint,
    fontSize: fontSize.small,
    '::before': { content: '""', flex: 1, borderTop: `1px solid ${vars.color.line}` },
    '::after': { content: '""', flex: 1, borderTop: `1px solid ${vars.color.line}` },
  }),
)

export const buttons = style(
  inFeature({
    display: 'grid',
    gap: space.m,
    '@media': { [media.from600]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
  }),
)

export const button = style(
  inFeature({
    paddingInline: space.m,
    fontSize: fontSize.small,
    selectors: {
      '&:not([aria-disabled="true"])': { borderColor: vars.color.lineStrong, color: vars.color.text },
    },
  }),
)

export const mark = style(inFeature({ flex: 'none', width: '18px', height: '18px' }))

export const note = style(
  inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small, textAlign: 'center' }),
)
