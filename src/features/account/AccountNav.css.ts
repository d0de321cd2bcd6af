import { style, styleVariants } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import {
  chosenRing,
  fontWeight,
  media,
  motion,
  radius,
  size,
  space,
  vars,
  zIndex,
} from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ position: 'relative' }))

export const opener = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space.m,
    width: '100%',
    minHeight: '48px',
    paddingInline: space.l,
    border: `1px solid ${vars.color.lineStrong}`,
    borderRadius: radius.s,
    background: vars.color.surfaceRaised,
    color: vars.color.text,
    fontWeight: fontWeight.medium,
    textAlign: 'start',
    '@media': { [media.from1000]: { display: 'none' } },
  }),
)

export const arrow = style(
  inFeature({
    transition: `transform ${motion.fast}`,
    selectors: { '[aria-expanded="true"] > &': { transform: 'rotate(180deg)' } },
  }),
)

const panel = style(
  inFeature({
    position: 'absolute',
    zIndex: zIndex.sticky,
    top: 'calc(100% + 4px)',
    left: 0,
    right: 0,
    gap: space.hair,
    padding: space.s,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    boxShadow: vars.shadow.floating,
    '@media': {
      [media.from1000]: {
        display: 'grid',
        position: 'static',
        padding: 0,
        border: 0,
        background: 'none',
        boxShadow: 'none',
      },
    },
  }),
)

/** On larger screens it is always open. */
export const list = styleVariants({
  open: [panel, inFeature({ display: 'grid' })],
  closed: [panel, inFeature({ display: 'none', '@media': { [media.from1000]: { display: 'grid' } } })],
})

export const item = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.m,
    minHeight: size.touch,
    paddingInline: space.m,
    borderRadius: radius.s,
    color: vars.color.text,
    textDecoration: 'none',
    transition: `background-color ${motion.fast}`,
    selectors: {
      '&[aria-current="page"]': {
        background: vars.color.brandSoft,
        color: vars.color.brand,
        fontWeight: fontWeight.medium,
      },
      '&:focus-visible': { outlineOffset: '-2px' },
    },
    '@media': {
      ...hovered({ background: vars.color.brandFaint, color: vars.color.brand }),
      [media.forcedColors]: {
        selectors: {
          '&[aria-current="page"]': { outline: '1px solid Highlight' },
          '&[aria-current="page"]:focus-visible': { outline: chosenRing },
        },
      },
    },
  }),
)
