import { style } from '@vanilla-extract/css'
import { farDown } from '#src/ui/farDown.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, size, space, vars } from '#src/ui/tokens.css.ts'

export const root = style([
  farDown('964px', '660px'),
  inFeature({
    display: 'grid',
    gap: space.xxl,
    marginTop: space.x4,
    paddingTop: space.x4,
    borderTop: `1px solid ${vars.color.line}`,
    overflowWrap: 'anywhere',
    '@media': {
      [media.from768]: {
        gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
        columnGap: space.x4,
        alignItems: 'start',
        marginTop: space.x5,
      },
      // Its rule could be the last of one sheet, and its space the first of the next.
      [media.print]: { marginTop: '18pt', paddingTop: 0, border: 'none' },
    },
  }),
])

export const story = style(
  inFeature({
    display: 'grid',
    gap: space.l,
    maxWidth: size.text,
    // In a grid a heading does not stay with what follows it.
    '@media': { [media.print]: { breakInside: 'avoid' } },
  }),
)

export const facts = style(inFeature({ margin: 0 }))
export const fact = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, 1fr) 3fr',
    gap: space.l,
    paddingBlock: space.l,
    borderTop: `1px solid ${vars.color.line}`,
    selectors: { '&:first-child': { borderTop: 0, paddingTop: 0 } },
  }),
)
export const term = style(
  inFeature({ color: vars.color.textHint, fontSize: fontSize.small, lineHeight: '1.6rem' }),
)
export const value = style(
  inFeature({
    display: 'grid',
    gap: space.m,
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'lining-nums',
  }),
)
// For a finger; it moves nothing.
export const kin = style(inFeature({ paddingBlock: '13px' }))
export const note = style(
  inFeature({
    display: 'block',
    color: vars.color.textQuiet,
    fontSize: fontSize.small,
    fontWeight: fontWeight.regular,
  }),
)
export const paragraph = style(inFeature({ color: vars.color.textQuiet }))
