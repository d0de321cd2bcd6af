import { style } from '@vanilla-extract/css'
import { hovered } from './hovered.css.ts'
import { inUi } from './layers.css.ts'
import { fontWeight, media, radius, size, vars } from './tokens.css.ts'

export const root = style(
  inUi({
    display: 'inline-flex',
    border: `1px solid ${vars.color.lineStrong}`,
    borderRadius: radius.s,
    background: vars.color.surfaceRaised,
  }),
)

export const step = style(
  inUi({
    display: 'grid',
    placeItems: 'center',
    width: size.touch,
    height: size.touch,
    color: vars.color.brand,
    selectors: {
      // Not by opacity, which would take the ring along: the keyboard still comes here.
      '&[aria-disabled="true"]': { color: vars.color.unavailable, background: 'none' },
    },
    '@media': {
      ...hovered({ background: vars.color.brandSoft }),
      [media.forcedColors]: { selectors: { '&[aria-disabled="true"]': { color: 'GrayText' } } },
    },
  }),
)

export const value = style(
  inUi({
    width: '3ch',
    minWidth: '36px',
    height: size.touch,
    padding: 0,
    border: 0,
    background: 'transparent',
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'tabular-nums lining-nums',
    textAlign: 'center',
  }),
)
