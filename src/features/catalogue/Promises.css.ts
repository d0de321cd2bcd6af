import { style } from '@vanilla-extract/css'
import * as dotted from '#src/ui/dotted.css.ts'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, size, space, vars } from '#src/ui/tokens.css.ts'

const rule = `1px solid ${vars.color.line}`

// If the details follow directly, they begin with a rule: two rules with nothing between them would look like a
// mistake.
export const list = style(
  inFeature({
    '@media': { [media.from1000]: { borderBottom: rule }, [media.print]: { breakInside: 'avoid' } },
  }),
)

export const line = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.m,
    minHeight: '56px',
    paddingBlock: space.m,
    borderTop: rule,
    color: vars.color.textQuiet,
    lineHeight: 1.45,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'lining-nums',
  }),
)

export const icon = style(inFeature({ flex: 'none', color: vars.color.brandIcon }))

/** With room for the focus outlines of what is inside. */
export const parts = style([dotted.parts, inFeature({ marginInline: '-4px', paddingInline: '4px' })])

const link = style([
  dotted.part,
  inFeature({
    color: 'inherit',
    textDecorationColor: vars.color.line,
    '@media': hovered({ color: vars.color.brand }),
  }),
])
// For a finger each extends away from the other: so neither covers the other, and one may be the other's next line.
const target = { content: '""', position: 'absolute', insetInline: 0, minHeight: size.touch } as const
export const first = style([link, inFeature({ '::after': { ...target, bottom: 0 } })])
export const second = style([link, inFeature({ '::after': { ...target, top: 0 } })])
