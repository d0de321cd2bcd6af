import { style, styleVariants } from '@vanilla-extract/css'
import { hovered } from './hovered.css.ts'
import { inUi } from './layers.css.ts'
import { fontSize, fontWeight, media, motion, radius, size as sizes, space, vars } from './tokens.css.ts'

export const root = style(
  inUi({
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.s,
    minWidth: sizes.touch,
    border: '1px solid transparent',
    borderRadius: radius.s,
    fontWeight: fontWeight.medium,
    lineHeight: 1.25,
    letterSpacing: '0.01em',
    textAlign: 'center',
    textDecoration: 'none',
    cursor: 'pointer',
    transition: `background-color ${motion.fast}, border-color ${motion.fast}, color ${motion.fast}`,
    selectors: { '&[aria-disabled="true"], &:disabled': { cursor: 'not-allowed' } },
    '@media': {
      [media.forcedColors]: {
        borderColor: 'ButtonText',
        selectors: {
          // Before what each tone says of it, whose colours are not shown there.
          '&&:is([aria-disabled="true"], :disabled):not([aria-busy="true"])': {
            borderColor: 'GrayText',
            color: 'GrayText',
          },
        },
      },
      [media.print]: { display: 'none' },
    },
  }),
)

export const size = styleVariants({
  s: inUi({ minHeight: sizes.touch, padding: `${space.s} ${space.l}`, fontSize: fontSize.small }),
  m: inUi({ minHeight: '48px', padding: `${space.m} 28px`, fontSize: fontSize.body }),
  l: inUi({ minHeight: '56px', padding: `${space.l} ${space.xxl}`, fontSize: fontSize.body }),
})

export const width = styleVariants({ auto: inUi({}), full: inUi({ width: '100%' }) })

const unavailable = '&:is([aria-disabled="true"], :disabled):not([aria-busy="true"])'

export const tone = styleVariants({
  primary: inUi({
    background: vars.color.brand,
    color: vars.color.onBrand,
    selectors: {
      '&:active': { background: vars.color.brandActive },
      [unavailable]: { background: vars.color.neutralSoft, color: vars.color.textHint },
    },
    '@media': hovered({ background: vars.color.brandHover, color: vars.color.onBrand }),
  }),
  secondary: inUi({
    borderColor: vars.color.brand,
    background: 'transparent',
    color: vars.color.brand,
    selectors: {
      '&:active': { background: vars.color.brandSoft, borderColor: vars.color.brandActive },
      [unavailable]: { borderColor: vars.color.line, background: 'transparent', color: vars.color.textHint },
    },
    '@media': hovered({ background: vars.color.brandSoft, color: vars.color.brand }),
  }),
  quiet: inUi({
    color: vars.color.brand,
    paddingInline: space.m,
    textDecorationLine: 'underline',
    textDecorationThickness: '1px',
    textDecorationColor: vars.color.brandLine,
    textUnderlineOffset: '0.4em',
    selectors: {
      [unavailable]: { color: vars.color.textHint, textDecorationColor: 'transparent' },
    },
    '@media': {
      ...hovered({ color: vars.color.brand, textDecorationColor: 'currentColor' }),
      [media.forcedColors]: { borderColor: 'Canvas' },
    },
  }),
  critical: inUi({
    background: vars.color.critical,
    color: vars.color.onCritical,
    selectors: {
      [unavailable]: { background: vars.color.neutralSoft, color: vars.color.textHint },
    },
    '@media': hovered({ background: vars.color.criticalHover, color: vars.color.onCritical }),
  }),
  onDeep: inUi({
    borderColor: vars.color.onDeepQuiet,
    color: vars.color.onDeep,
    selectors: {
      [unavailable]: { color: vars.color.onDeepQuiet, borderColor: 'transparent' },
    },
    '@media': hovered({
      background: vars.color.deepHover,
      borderColor: vars.color.onDeep,
      color: vars.color.onDeep,
    }),
  }),
})

// Both labels share one cell, so that the button keeps its width while it is busy.
export const labels = style(inUi({ display: 'inline-grid', justifyItems: 'center' }))
export const label = style(
  inUi({
    gridArea: '1 / 1',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.s,
  }),
)
export const resting = style([label, inUi({ visibility: 'hidden' })])
