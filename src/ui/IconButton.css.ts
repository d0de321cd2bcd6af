import { style, styleVariants } from '@vanilla-extract/css'
import { hovered } from './hovered.css.ts'
import { inUi } from './layers.css.ts'
import { fontWeight, media, motion, radius, size, space, vars } from './tokens.css.ts'

const root = style(
  inUi({
    position: 'relative',
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    width: size.touch,
    height: size.touch,
    borderRadius: radius.round,
    color: 'inherit',
    textDecoration: 'none',
    cursor: 'pointer',
    transition: `background-color ${motion.fast}, color ${motion.fast}`,
    selectors: {
      // Not by opacity, which would take the keyboard's ring along. What is busy for a moment must not fade and come back.
      '&[aria-disabled="true"]:not([aria-busy="true"])': {
        color: vars.color.unavailable,
        cursor: 'not-allowed',
      },
    },
    '@media': {
      [media.forcedColors]: {
        selectors: { '&[aria-disabled="true"]:not([aria-busy="true"])': { color: 'GrayText' } },
      },
    },
  }),
)

export const tone = styleVariants({
  plain: [
    root,
    inUi({
      color: vars.color.text,
      '@media': hovered({ background: vars.color.brandSoft, color: vars.color.brand }),
    }),
  ],
  outline: [
    root,
    inUi({
      width: '48px',
      height: '48px',
      border: `1px solid ${vars.color.brand}`,
      borderRadius: radius.s,
      color: vars.color.brand,
      '@media': hovered({ background: vars.color.brandSoft, color: vars.color.brand }),
    }),
  ],
  // On a photograph: on its light background, which stays so at night, nobody sees the disc, and on a dark one the icon
  // can be seen by it.
  onPhoto: [
    root,
    inUi({
      color: vars.color.onPhotoBrand,
      background: `radial-gradient(closest-side, ${vars.color.photo} 76%, transparent 80%)`,
      ':focus-visible': { outlineColor: vars.color.onPhotoBrand },
      '@media': {
        ...hovered({ background: vars.color.photoRaised, color: vars.color.onPhotoBrand }),
        // The photograph keeps its own colours, whatever the system's are.
        [media.forcedColors]: { background: 'ButtonFace', border: '1px solid ButtonText' },
      },
    }),
  ],
  onDeep: [
    root,
    inUi({
      color: vars.color.onDeep,
      '@media': hovered({ background: vars.color.deepHover, color: vars.color.onDeep }),
    }),
  ],
})

export const count = style(
  inUi({
    position: 'absolute',
    top: '3px',
    left: '23px',
    minWidth: '18px',
    height: '18px',
    padding: `0 ${space.xs}`,
    borderRadius: radius.round,
    background: vars.color.brand,
    color: vars.color.onBrand,
    fontSize: '0.6875rem',
    fontWeight: fontWeight.semibold,
    fontVariantNumeric: 'tabular-nums lining-nums',
    lineHeight: '18px',
    textAlign: 'center',
    '@media': { [media.forcedColors]: { border: '1px solid ButtonText', lineHeight: '16px' } },
  }),
)
