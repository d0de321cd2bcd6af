import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }))

const cell = '1 / 1'
export const outlines = style(inFeature({ gridArea: cell, minWidth: 0, visibility: 'hidden' }))
export const failure = style(
  inFeature({
    gridArea: cell,
    placeSelf: 'center',
    display: 'grid',
    justifyItems: 'center',
    gap: space.s,
    paddingInline: space.xl,
  }),
)
export const text = style(inFeature({ color: vars.color.critical, textAlign: 'center', textWrap: 'balance' }))
