import { style } from '@vanilla-extract/css'
import { gutter } from '#src/ui/layout.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    minHeight: '40px',
    paddingBlock: space.s,
    paddingLeft: gutter.left,
    paddingRight: gutter.right,
    background: vars.color.deep,
    color: vars.color.onDeep,
    fontSize: fontSize.small,
    lineHeight: 1.4,
    letterSpacing: '0.01em',
    textAlign: 'center',
    // Rather than not made at all: pages that the build has finished have it, and are filled in by the server.
    selectors: { '&:has(> :empty)': { display: 'none' } },
  }),
)

export const text = style(inFeature({ textWrap: 'balance', overflowWrap: 'anywhere' }))
