import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { space } from '#src/ui/tokens.css.ts'

export const form = style(inFeature({ display: 'grid', gap: space.xl }))

export const between = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: space.l,
    marginBlock: `calc(-1 * ${space.s})`,
  }),
)

export const actions = style(inFeature({ display: 'flex', flexWrap: 'wrap', gap: space.m }))
