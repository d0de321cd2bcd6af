import { keyframes, style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, motion, radius, space, vars, zIndex } from '#src/ui/tokens.css.ts'

const appear = keyframes({ from: { opacity: 0, transform: 'translateY(-4px)' } })

/** Extends up to the heart, so that the pointer never leaves it on its way down. */
export const place = style(
  inFeature({
    position: 'absolute',
    zIndex: zIndex.dropdown,
    top: '100%',
    right: 0,
    width: '336px',
    paddingTop: '6px',
  }),
)

export const panel = style(
  inFeature({
    padding: space.m,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    boxShadow: vars.shadow.floating,
    // Late enough not to flash up under a pointer that only passes over.
    '@media': { [media.motion]: { animation: `${appear} ${motion.fast} 120ms backwards` } },
  }),
)

export const list = style(inFeature({ marginBottom: space.m }))
export const empty = style(
  inFeature({
    padding: `${space.m} ${space.s} ${space.xl}`,
    color: vars.color.textQuiet,
    textAlign: 'center',
  }),
)

export const piece = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: '64px minmax(0, 1fr)',
    alignItems: 'center',
    gap: space.l,
    padding: space.s,
    borderRadius: radius.s,
    color: vars.color.text,
    fontSize: fontSize.small,
    textDecoration: 'none',
    ':focus-visible': { outlineOffset: '-2px' },
    '@media': hovered({ background: vars.color.brandFaint, color: vars.color.text }),
  }),
)

export const picture = style(
  inFeature({ overflow: 'hidden', width: '64px', height: '64px', borderRadius: vars.radius.picture }),
)

export const words = style(inFeature({ display: 'grid', gap: space.hair }))
export const name = style(
  inFeature({
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    // Two lines, and more of larger letters.
    WebkitLineClamp: ['2', 'max(2, 3rem / 16px - 1)'],
    lineHeight: 1.4,
  }),
)
