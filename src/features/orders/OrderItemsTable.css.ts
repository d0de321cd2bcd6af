import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'

const below = media.below768

export const table = style(
  inFeature({ fontVariantNumeric: 'tabular-nums lining-nums', '@media': { [below]: { display: 'block' } } }),
)

export const head = style(
  inFeature({
    '@media': {
      [below]: {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
      },
    },
  }),
)

export const column = style(
  inFeature({
    paddingBottom: space.m,
    color: vars.color.textQuiet,
    fontSize: fontSize.small,
    fontWeight: fontWeight.regular,
    selectors: { '&:not(:first-child)': { textAlign: 'right' } },
  }),
)

export const body = style(inFeature({ '@media': { [below]: { display: 'block' } } }))

export const row = style(
  inFeature({
    borderTop: `1px solid ${vars.color.line}`,
    '@media': {
      [below]: {
        display: 'flex',
        flexWrap: 'wrap',
        gap: `${space.m} ${space.xl}`,
        paddingBlock: space.l,
      },
    },
  }),
)

export const product = style(
  inFeature({
    paddingBlock: space.l,
    textAlign: 'start',
    fontWeight: fontWeight.regular,
    '@media': { [below]: { flexBasis: '100%', padding: 0 } },
  }),
)
export const piece = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: '80px minmax(0, 1fr)',
    gap: space.l,
    alignItems: 'center',
  }),
)
export const picture = style(inFeature({ borderRadius: radius.s }))
export const name = style(inFeature({ display: 'block', fontWeight: fontWeight.medium, lineHeight: 1.4 }))
// For a finger; it moves nothing.
export const link = style(inFeature({ paddingBlock: '13px' }))
export const detail = style(
  inFeature({ display: 'block', color: vars.color.textQuiet, fontSize: fontSize.small }),
)

export const figure = style(
  inFeature({
    paddingLeft: space.xl,
    textAlign: 'right',
    whiteSpace: 'nowrap',
    '@media': {
      [below]: {
        display: 'grid',
        padding: 0,
        textAlign: 'start',
        selectors: { '&:last-child': { marginLeft: 'auto', textAlign: 'right' } },
        '::before': { content: 'attr(data-label)', color: vars.color.textQuiet, fontSize: fontSize.small },
      },
    },
  }),
)
