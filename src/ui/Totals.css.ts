import { style } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontSize, fontWeight, motion, space, vars } from './tokens.css.ts'

export const root = style(
  inUi({
    display: 'grid',
    gap: space.s,
    fontVariantNumeric: 'tabular-nums lining-nums',
    transition: `opacity ${motion.fast}`,
    // Faded until the server has answered, which alone knows it for sure.
    selectors: { '&[aria-busy="true"]': { opacity: 0.45 } },
  }),
)
export const row = style(
  inUi({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: space.l }),
)
export const label = style(inUi({ color: vars.color.textQuiet }))
// A minus sign may not be left behind at the end of a line.
export const figure = style(inUi({ margin: '0 0 0 auto', whiteSpace: 'nowrap' }))
export const total = style([
  row,
  inUi({
    paddingTop: space.l,
    marginTop: space.s,
    borderTop: `1px solid ${vars.color.line}`,
    fontSize: fontSize.large,
    fontWeight: fontWeight.semibold,
  }),
])
