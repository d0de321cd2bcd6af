import { style } from '@vanilla-extract/css'
import { hovered } from './hovered.css.ts'
import { inUi } from './layers.css.ts'
import { chosenRing, fontSize, fontWeight, media, motion, radius, size, space, vars } from './tokens.css.ts'

export const root = style(inUi({ display: 'grid', gap: space.xs }))

export const row = style(
  inUi({
    display: 'flex',
    alignItems: 'flex-start',
    gap: space.m,
    minHeight: size.touch,
    paddingBlock: '10px',
    cursor: 'pointer',
    '@media': {
      [media.forcedColors]: { selectors: { '&:has([aria-disabled="true"])': { color: 'GrayText' } } },
    },
  }),
)

const control = style(
  inUi({
    appearance: 'none',
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    width: '20px',
    height: '20px',
    marginTop: '2px',
    border: `1px solid ${vars.color.lineStrong}`,
    background: vars.color.surfaceRaised,
    transition: `background-color ${motion.fast}, border-color ${motion.fast}`,
    selectors: {
      '&:checked': { borderColor: vars.color.brand },
      '&[aria-invalid="true"]': {
        borderColor: vars.color.critical,
        boxShadow: `inset 0 0 0 1px ${vars.color.critical}`,
      },
      // Not by opacity, which would take the keyboard's ring along.
      '&:disabled, &[aria-disabled="true"]': {
        borderColor: vars.color.line,
        background: vars.color.neutralSoft,
      },
      '&::before': { content: '""', transform: 'scale(0)', transition: `transform ${motion.fast}` },
      '&:checked::before': { transform: 'scale(1)' },
    },
    '@media': {
      ...hovered({ borderColor: vars.color.brand }),
      // The custom marks are backgrounds, which forced colours remove; there the system's own boxes do.
      [media.forcedColors]: {
        appearance: 'auto',
        // The system dims only what is `disabled`.
        selectors: { '&[aria-disabled="true"]': { appearance: 'none', borderColor: 'GrayText' } },
      },
    },
  }),
)

export const checkbox = style([
  control,
  inUi({
    borderRadius: radius.s,
    selectors: {
      '&:checked': { background: vars.color.brand },
      '&:checked:is(:disabled, [aria-disabled="true"])': {
        borderColor: vars.color.textHint,
        background: vars.color.textHint,
      },
      '&::before': {
        width: '12px',
        height: '12px',
        background: vars.color.onBrand,
        clipPath: 'polygon(12% 46%, 40% 72%, 88% 14%, 100% 24%, 42% 94%, 0 58%)',
      },
    },
  }),
])

const radio = style([
  control,
  inUi({
    borderRadius: radius.round,
    selectors: {
      '&::before': {
        width: '10px',
        height: '10px',
        borderRadius: radius.round,
        background: vars.color.brand,
      },
      '&:disabled::before': { background: vars.color.textHint },
    },
  }),
])

export const label = style(
  inUi({
    minWidth: 0,
    flex: 1,
    lineHeight: 1.5,
    // A fieldset is as wide as its widest word, unless that may be broken.
    overflowWrap: 'anywhere',
  }),
)
export const notes = style(
  inUi({ display: 'grid', gap: space.xs, paddingLeft: space.xxl, marginTop: '-6px' }),
)

export const group = style(inUi({ display: 'grid', gap: space.m }))
export const legend = style(inUi({ marginBottom: space.m, fontWeight: fontWeight.medium }))

export const card = style(
  inUi({
    display: 'flex',
    alignItems: 'flex-start',
    gap: space.m,
    padding: space.l,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    cursor: 'pointer',
    transition: `border-color ${motion.fast}, background-color ${motion.fast}`,
    selectors: {
      // The inset line makes the border two pixels wide without moving the content.
      '&:has(:checked)': {
        borderColor: vars.color.brand,
        boxShadow: `inset 0 0 0 1px ${vars.color.brand}`,
        background: vars.color.brandFaint,
      },
      '&:has(:focus-visible)': { outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' },
      '&:has(:disabled)': {
        background: vars.color.neutralSoft,
        color: vars.color.textHint,
        cursor: 'not-allowed',
      },
    },
    '@media': {
      ...hovered({ borderColor: vars.color.brandLine }),
      [media.forcedColors]: {
        selectors: {
          '&:has(:checked)': { outline: '2px solid Highlight' },
          '&:has(:checked:focus-visible)': { outline: chosenRing },
        },
      },
    },
  }),
)
export const cardControl = style([radio, inUi({ ':focus-visible': { outline: 'none' } })])
export const cardTitle = style(inUi({ display: 'block', fontWeight: fontWeight.medium }))
export const cardText = style(
  inUi({ display: 'block', color: vars.color.textQuiet, fontSize: fontSize.small }),
)
export const cardAside = style(
  inUi({ flex: 'none', fontWeight: fontWeight.medium, fontVariantNumeric: 'tabular-nums lining-nums' }),
)
