import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ borderTop: `1px solid ${vars.color.line}` }))
export const entry = style(
  inFeature({
    display: 'grid',
    // Some of what is described has long names: they break before the page becomes wider than the window.
    gridTemplateColumns: 'minmax(0, 1fr)',
    overflowWrap: 'anywhere',
    gap: `${space.xs} ${space.xl}`,
    paddingBlock: space.m,
    // What follows draws its own line.
    selectors: { '&:not(:last-child)': { borderBottom: `1px solid ${vars.color.line}` } },
    '@media': { [media.from600]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 5fr)' } },
  }),
)
export const name = style(inFeature({ color: vars.color.text, fontWeight: fontWeight.medium }))
export const value = style(inFeature({ margin: 0 }))
