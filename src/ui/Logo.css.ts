import { style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { font, fontWeight, media, vars } from './tokens.css.ts'

const root = style(
  inUi({
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.3em',
    fontFamily: font.serif,
    fontWeight: fontWeight.medium,
    fontSize: '1.75rem',
    lineHeight: 1,
    letterSpacing: '0.015em',
    whiteSpace: 'nowrap',
  }),
)

export const tone = styleVariants({
  brand: [root, inUi({ color: vars.color.brand, '@media': { [media.from768]: { fontSize: '2.125rem' } } })],
  onDeep: [root, inUi({ color: vars.color.onDeep })],
})

export const mark = style(
  inUi({ width: '0.84em', height: '0.84em', flex: 'none', overflow: 'visible', marginTop: '-0.1em' }),
)
export const bloom = style(inUi({ stroke: vars.color.surface, opacity: 0.55 }))
export const bloomOnDeep = style(inUi({ stroke: vars.color.deep, opacity: 0.5 }))
export const leaf = style(inUi({ fill: vars.color.accentRule }))
