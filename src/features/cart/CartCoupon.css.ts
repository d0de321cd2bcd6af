import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { size, space, vars } from '#src/ui/tokens.css.ts'

export const form = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'start',
    gap: space.s,
    paddingBottom: space.l,
  }),
)

// Aligned with the field, below its label.
export const apply = style(inFeature({ marginTop: '26px' }))

export const applied = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space.m,
    minHeight: '52px',
    borderBlock: `1px solid ${vars.color.line}`,
  }),
)

export const remove = style(inFeature({ minHeight: size.touch, paddingInline: 0 }))
