import { createVar, style, styleVariants } from '@vanilla-extract/css'
import { hovered } from './hovered.css.ts'
import { inUi } from './layers.css.ts'
import { fontSize, fontWeight, media, motion, radius, space, vars } from './tokens.css.ts'

export const root = style(inUi({ display: 'grid', gap: '6px', minWidth: 0, alignContent: 'start' }))

export const label = style(inUi({ fontSize: fontSize.small, fontWeight: fontWeight.medium, lineHeight: 1.4 }))
export const optional = style(inUi({ color: vars.color.textHint, fontWeight: fontWeight.regular }))

const borderColor = createVar()

const control = style(
  inUi({
    vars: { [borderColor]: vars.color.lineStrong },
    width: '100%',
    minHeight: '48px',
    padding: `${space.s} 14px`,
    border: `1px solid ${borderColor}`,
    borderRadius: radius.s,
    background: vars.color.surfaceRaised,
    color: vars.color.text,
    // Below 16 px iOS zooms into the field.
    fontSize: fontSize.body,
    lineHeight: 1.5,
    appearance: 'none',
    // When the page scrolls to a field, its label is visible too.
    scrollMarginTop: '40px',
    transition: `border-color ${motion.fast}, box-shadow ${motion.fast}`,
    selectors: {
      '&:focus-visible': {
        vars: { [borderColor]: vars.color.focus },
        outline: `2px solid ${vars.color.focus}`,
        outlineOffset: '-1px',
      },
      '&[aria-invalid="true"]': {
        vars: { [borderColor]: vars.color.critical },
        boxShadow: `inset 0 0 0 1px ${borderColor}`,
      },
      '&:disabled': { background: vars.color.neutralSoft, color: vars.color.textHint },
      '&:autofill': {
        boxShadow: `inset 0 0 0 100px ${vars.color.brandFaint}`,
        WebkitTextFillColor: vars.color.text,
      },
    },
    '@media': {
      ...hovered({ vars: { [borderColor]: vars.color.text } }),
      [media.forcedColors]: { borderColor: 'FieldText' },
    },
  }),
)

export const input = style([control])
export const area = style([
  control,
  inUi({ minHeight: '120px', paddingBlock: space.m, fieldSizing: 'content' }),
])

export const frame = style(inUi({ position: 'relative', display: 'grid' }))
export const withToggle = style([control, inUi({ paddingRight: '52px' })])
export const toggle = style(
  inUi({ position: 'absolute', top: 0, bottom: 0, right: space.hair, marginBlock: 'auto' }),
)

const note = style(inUi({ fontSize: fontSize.small, lineHeight: 1.5 }))
export const hint = style([note, inUi({ color: vars.color.textHint })])
export const error = style([
  note,
  inUi({ display: 'flex', alignItems: 'flex-start', gap: '6px', color: vars.color.critical }),
])
export const errorIcon = style(inUi({ marginTop: '2px' }))

export const columns = styleVariants({
  /** Fields one below another. */
  one: inUi({ display: 'grid', gap: space.xl }),
  /** Two side by side if there is space. */
  two: inUi({
    display: 'grid',
    gap: space.xl,
    '@media': {
      [media.from600]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', columnGap: space.l },
    },
  }),
})
