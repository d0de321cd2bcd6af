import { style } from '@vanilla-extract/css'
import { bankCard } from '#contract/sizes.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { font, fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'

const mm = (length: number) => `calc(var(--mm) * ${length})`

/** Equally tall at both steps, so that nothing below moves between them. */
export const root = style(
  inFeature({
    display: 'flex',
    flexDirection: 'column',
    gap: space.l,
    padding: `${space.xl} ${space.l}`,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    '@media': { [media.from600]: { padding: space.xxl } },
  }),
)
export const title = style(
  inFeature({
    color: vars.color.text,
    fontFamily: font.serif,
    fontSize: fontSize.title,
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'lining-nums',
    lineHeight: 1.2,
  }),
)
export const instruction = style(inFeature({ minHeight: '3.2em' }))

/** Wide enough to show any card whole on a desktop; upright, it is taller than the card on most phones. */
export const stage = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    height: '580px',
    marginInline: `calc(-1 * ${space.l})`,
    background: vars.color.surfaceBand,
    '@media': { [media.from600]: { height: '320px', marginInline: 0 } },
  }),
)

/** Upright on a phone, whose screen is narrower than a card is long. */
export const card = style(
  inFeature({
    position: 'relative',
    width: mm(bankCard.height),
    height: mm(bankCard.width),
    border: `1px solid ${vars.color.brand}`,
    borderRadius: mm(bankCard.corner),
    background: vars.color.brandSoft,
    '@media': { [media.from600]: { width: mm(bankCard.width), height: mm(bankCard.height) } },
  }),
)
export const chip = style(
  inFeature({
    position: 'absolute',
    top: mm(10),
    left: mm(20),
    width: mm(9.3),
    height: mm(11.8),
    border: `1px solid ${vars.color.accentRule}`,
    borderRadius: mm(1.6),
    '@media': { [media.from600]: { top: mm(19), left: mm(10), width: mm(11.8), height: mm(9.3) } },
  }),
)

export const disc = style(
  inFeature({
    width: 'calc(var(--mm) * var(--diameter))',
    height: 'calc(var(--mm) * var(--diameter))',
    border: `1px solid ${vars.color.brand}`,
    borderRadius: radius.round,
    background: vars.color.brandSoft,
    '@media': { [media.forcedColors]: { forcedColorAdjust: 'none' } },
  }),
)

export const result = style(
  inFeature({
    display: 'grid',
    justifyItems: 'center',
    gap: space.xs,
    fontVariantNumeric: 'lining-nums',
    textAlign: 'center',
  }),
)
export const size = style(
  inFeature({
    color: vars.color.text,
    fontFamily: font.serif,
    fontSize: fontSize.display,
    fontWeight: fontWeight.medium,
    lineHeight: 1.1,
  }),
)

/** As tall with a button as without, so that what is below stays in its place. */
export const advice = style(
  inFeature({
    display: 'grid',
    alignContent: 'start',
    justifyItems: 'center',
    gap: space.m,
    minHeight: '7rem',
    textAlign: 'center',
    overflowWrap: 'anywhere',
  }),
)
export const actions = style(inFeature({ display: 'flex', justifyContent: 'center' }))
