import { globalStyle, style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, motion, radius, size, space, vars } from '#src/ui/tokens.css.ts'

export const panel = style(inFeature({ '@media': { [media.from1000]: { fontSize: fontSize.small } } }))

export const group = style(
  inFeature({
    borderTop: `1px solid ${vars.color.line}`,
    ':last-child': { borderBottom: `1px solid ${vars.color.line}` },
  }),
)

export const summary = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    minHeight: '52px',
    color: vars.color.text,
    fontSize: fontSize.body,
    fontWeight: fontWeight.medium,
    listStyle: 'none',
    selectors: { '&::-webkit-details-marker': { display: 'none' } },
    '@media': hovered({ color: vars.color.brand }),
  }),
)

export const chevron = style(
  inFeature({
    color: vars.color.textHint,
    transition: `rotate ${motion.normal}`,
    selectors: { [`${group}[open] > ${summary} &`]: { rotate: '180deg' } },
  }),
)

export const options = style(inFeature({ paddingBottom: space.l }))

export const tax = style(inFeature({ color: vars.color.textHint, fontSize: fontSize.small }))

/** On a desktop the lines stand closer: a mouse needs less room than a thumb. */
export const option = style(inFeature({ display: 'block' }))
globalStyle(
  `${option} label`,
  inFeature({ '@media': { [media.from1000]: { minHeight: '36px', paddingBlock: '6px' } } }),
)

export const optionLabel = style(
  inFeature({ display: 'flex', justifyContent: 'space-between', gap: space.m, color: vars.color.textQuiet }),
)
/** An option that would find nothing stays readable: only its box is dimmed. */
globalStyle(`${option}:has([aria-disabled="true"]) ${optionLabel}`, inFeature({ color: vars.color.textHint }))
globalStyle(`${option} label:has([aria-disabled="true"])`, inFeature({ cursor: 'default' }))
export const count = style(
  inFeature({ color: vars.color.textHint, fontVariantNumeric: 'tabular-nums lining-nums' }),
)

export const weights = style(inFeature({ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: space.m }))
export const weight = style(inFeature({ display: 'grid', gap: space.xs, minWidth: 0 }))
export const weightLabel = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
export const weightFrame = style(inFeature({ position: 'relative', display: 'grid' }))
export const weightInput = style(
  inFeature({
    width: '100%',
    minHeight: size.touch,
    padding: `${space.s} 28px ${space.s} ${space.m}`,
    border: `1px solid ${vars.color.lineStrong}`,
    borderRadius: radius.s,
    background: vars.color.surfaceRaised,
    fontSize: fontSize.body,
    fontVariantNumeric: 'tabular-nums lining-nums',
    '@media': hovered({ borderColor: vars.color.text }),
  }),
)
export const unit = style(
  inFeature({
    position: 'absolute',
    right: space.m,
    top: 0,
    bottom: 0,
    display: 'grid',
    alignContent: 'center',
    color: vars.color.textHint,
    pointerEvents: 'none',
  }),
)

export const missing = style(inFeature({ marginTop: space.l }))
