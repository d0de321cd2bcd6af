import { globalStyle, style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontWeight, media, motion, radius, size, space, vars } from '#src/ui/tokens.css.ts'

/** The room of the links, kept until it is known whether the list has any, and until their code is there. */
export const room = style(
  inFeature({
    minHeight: `calc(${space.x3} + 2 * ${size.touch} + ${space.s})`,
    '@media': {
      [media.from600]: { minHeight: `calc(${space.x4} + ${size.touch})` },
      [media.print]: { display: 'none' },
    },
  }),
)

// On a phone the numbers are in a row of their own above the arrows.
export const root = style(
  inFeature({
    display: 'grid',
    gridTemplateAreas: `'numbers numbers' 'before after'`,
    justifyContent: 'center',
    gap: `${space.s} ${space.xl}`,
    paddingTop: space.x3,
    '@media': {
      [media.from600]: {
        gridTemplateAreas: `'before numbers after'`,
        gap: space.s,
        paddingTop: space.x4,
      },
    },
  }),
)

export const before = style(
  inFeature({ gridArea: 'before', display: 'flex', justifyContent: 'flex-end', gap: space.xs }),
)
export const after = style(inFeature({ gridArea: 'after', display: 'flex', gap: space.xs }))
export const numbers = style(
  inFeature({ gridArea: 'numbers', display: 'flex', justifyContent: 'center', gap: space.xs }),
)

const box = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    minWidth: size.touch,
    height: size.touch,
    borderRadius: radius.s,
    fontVariantNumeric: 'tabular-nums lining-nums',
    lineHeight: 1,
  }),
)

export const number = style([
  box,
  inFeature({
    color: vars.color.text,
    textDecorationLine: 'none',
    transition: `background-color ${motion.fast}`,
    '@media': hovered({ color: vars.color.brand, background: vars.color.brandSoft }),
  }),
])

export const current = style([
  box,
  inFeature({
    color: vars.color.brand,
    fontWeight: fontWeight.semibold,
    boxShadow: `inset 0 -2px 0 ${vars.color.brand}`,
    borderRadius: 0,
    '@media': { [media.forcedColors]: { borderBottom: '2px solid Highlight' } },
  }),
])

export const nowhere = style([box, inFeature({ color: vars.color.lineStrong, opacity: 0.4 })])
export const ellipsis = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    width: '20px',
    height: size.touch,
    color: vars.color.textHint,
  }),
)

export const single = style(inFeature({ display: 'flex' }))
export const double = style(inFeature({ display: 'flex' }))
globalStyle(`${double} > :last-child`, inFeature({ marginLeft: '-10px' }))
export const spoken = visuallyHidden
