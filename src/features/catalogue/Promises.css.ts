import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, space, vars } from '#src/ui/tokens.css.ts'

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
    fontVariantNumeric: 'lining-nums',
  }),
)

export const icon = style(inFeature({ flex: 'none', color: vars.color.brandIcon }))

/** A row of one line is as high as the others; of two lines, neither link covers the other. */
export const links = style(inFeature({ display: 'block', marginBlock: '-11px' }))

export const link = style(
  inFeature({
    // Onto the next line as a whole, as long as it fits there.
    display: 'inline-block',
    // For a finger.
    paddingBlock: '11px',
    color: 'inherit',
    textDecorationColor: vars.color.line,
    '@media': hovered({ color: vars.color.brand }),
  }),
)
