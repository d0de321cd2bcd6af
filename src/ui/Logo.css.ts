import { style, styleVariants } from '@vanilla-extract/css'
import { shop } from '#contract/shop.ts'
import { inUi } from './layers.css.ts'
import { font, fontWeight, media, vars } from './tokens.css.ts'

/** About how wide the mark and the name are, in ems: letters differ, and a name is some of each. */
const ems = 1.14 + 0.53 * shop.name.length
/** The size in which they take so many hundredths of the window's width. */
const taking = (share: number): string => `${Number((share / ems).toFixed(1))}vw`

const root = style(
  inUi({
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.3em',
    fontFamily: font.serif,
    fontWeight: fontWeight.medium,
    // Fits the space between its neighbours, however large text is and however long the name.
    fontSize: `min(1.75rem, ${taking(39)})`,
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
      '@media': { [media.from768]: { fontSize: `min(2.125rem, ${taking(19.5)})` } },
    }),
  ],
  onDeep: [root, inUi({ vars: { '--bloom': vars.color.deep }, color: vars.color.onDeep })],
})

export const mark = style(
  inUi({ width: '0.84em', height: '0.84em', flex: 'none', overflow: 'visible', marginTop: '-0.1em' }),
)
