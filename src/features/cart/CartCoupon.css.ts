import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { size, space, vars } from '#src/ui/tokens.css.ts'

export const form = style(
  inFeature({
    display: 'flex',
    // Where text is large, the button is below the field.
    flexWrap: 'wrap',
    alignItems: 'start',
    gap: space.s,
    paddingBottom: space.l,
  }),
)

export const field = style(inFeature({ flex: '1 1 7em' }))
// Aligned with the field, below its label.
export const apply = style(inFeature({ marginTop: 'calc(1.225rem + 6px)' }))

export const applied = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: space.m,
    minHeight: '52px',
    borderBlock: `1px solid ${vars.color.line}`,
  }),
)

export const remove = style(inFeature({ minHeight: size.touch, paddingInline: 0 }))
