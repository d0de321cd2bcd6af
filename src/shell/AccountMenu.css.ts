import { keyframes, style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, motion, radius, size, space, vars, zIndex } from '#src/ui/tokens.css.ts'

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-4px)' } })
const late = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } })

// Not inline, where the metrics of a line of text would move the button.
export const root = style(inFeature({ position: 'relative', display: 'flex' }))

export const panel = style(
  inFeature({
    position: 'absolute',
    zIndex: zIndex.dropdown,
    top: 'calc(100% + 6px)',
    right: 0,
    width: '264px',
    padding: space.s,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    boxShadow: vars.shadow.floating,
    '@media': { [media.motion]: { animation: `${appear} ${motion.fast}` } },
  }),
)

export const customer = style(
  inFeature({
    margin: `0 0 ${space.s}`,
    padding: `${space.s} ${space.m} ${space.m}`,
    borderBottom: `1px solid ${vars.color.line}`,
  }),
)
export const name = style(inFeature({ fontWeight: fontWeight.semibold, overflowWrap: 'anywhere' }))
export const email = style(
  inFeature({ color: vars.color.textHint, fontSize: fontSize.small, overflowWrap: 'anywhere' }),
)

export const items = style(inFeature({ display: 'grid' }))
const row = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    gap: space.m,
    minHeight: size.touch,
    paddingInline: space.m,
  }),
)
export const item = style([
  row,
  inFeature({
    width: '100%',
    borderRadius: radius.s,
    color: vars.color.text,
    textDecoration: 'none',
    selectors: {
      '&[aria-current="page"]': { background: vars.color.brandFaint, color: vars.color.brand },
      '&[aria-disabled="true"]': { color: vars.color.textHint, background: 'none' },
      '&:focus-visible': { outlineOffset: '-2px' },
    },
    '@media': hovered({ background: vars.color.brandFaint, color: vars.color.brand }),
  }),
])

export const welcome = style(inFeature({ padding: space.m, display: 'grid', gap: space.m }))

/** Code that comes at once, as it nearly always does, is never seen to be on its way. */
export const loading = style([
  row,
  inFeature({ color: vars.color.textHint, animation: `${late} 1ms 300ms both` }),
])
