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
    // Fits the space between its neighbours, however large text is.
    fontSize: 'min(1.75rem, 9vw)',
    lineHeight: 1,
    letterSpacing: '0.015em',
    whiteSpace: 'nowrap',
    vars: { '--leaf': vars.color.accentRule },
  }),
)

export const tone = styleVariants({
  brand: [
    root,
    inUi({
      vars: { '--bloom': vars.color.surface },
      color: vars.color.brand,
      '@media': { [media.from768]: { fontSize: 'min(2.125rem, 4.5vw)' } },
    }),
  ],
  onDeep: [root, inUi({ vars: { '--bloom': vars.color.deep }, color: vars.color.onDeep })],
})

export const mark = style(
  inUi({ width: '0.84em', height: '0.84em', flex: 'none', overflow: 'visible', marginTop: '-0.1em' }),
)
