import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { strip } from '#src/ui/layout.css.ts'
import { font, fontSize, fontWeight, media, motion, space, vars } from '#src/ui/tokens.css.ts'

export const list = style([
  strip,
  inFeature({
    gridAutoColumns: 'minmax(8rem, 36%)',
    '@media': {
      [media.from600]: { gridAutoColumns: 'minmax(7rem, 22%)' },
      // All side by side where there is space; two or three do not fill it, or each would be as large as the window.
      [media.from1000]: { gridAutoColumns: 'minmax(7rem, 22%)' },
    },
  }),
])
export const item = style(inFeature({ scrollSnapAlign: 'start', minWidth: 0 }))

export const link = style(
  inFeature({
    display: 'block',
    color: vars.color.text,
    textDecoration: 'none',
    '@media': hovered({ color: vars.color.brand }),
  }),
)
export const picture = style(inFeature({ aspectRatio: '4 / 5' }))
export const image = style(
  inFeature({
    width: '100%',
    height: '100%',
    objectFit: 'cover',
    '@media': {
      [media.motion]: { transition: `transform 600ms cubic-bezier(0.2, 0, 0, 1)` },
      [media.hover]: { selectors: { [`${link}:hover &`]: { transform: 'scale(1.03)' } } },
    },
  }),
)
export const title = style(
  inFeature({
    marginTop: space.m,
    fontFamily: font.serif,
    fontSize: fontSize.title,
    fontWeight: fontWeight.medium,
    lineHeight: 1.2,
    letterSpacing: '-0.005em',
    transition: `color ${motion.fast}`,
  }),
)
export const count = style(inFeature({ color: vars.color.textHint, fontSize: fontSize.small }))
