import { style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontWeight, media, radius, space, vars } from './tokens.css.ts'

const root = style(
  inUi({
    display: 'flex',
    alignItems: 'flex-start',
    gap: space.m,
    padding: `14px ${space.l}`,
    borderRadius: radius.m,
    lineHeight: 1.5,
    '@media': { [media.forcedColors]: { border: '1px solid CanvasText' } },
  }),
)

export const tone = styleVariants({
  positive: [root, inUi({ background: vars.color.positiveSoft })],
  info: [root, inUi({ background: vars.color.infoSoft })],
  warning: [root, inUi({ background: vars.color.warningSoft })],
  critical: [root, inUi({ background: vars.color.criticalSoft })],
  neutral: [root, inUi({ background: vars.color.surfaceBand })],
})

export const icon = styleVariants({
  positive: inUi({ color: vars.color.positive }),
  info: inUi({ color: vars.color.info }),
  warning: inUi({ color: vars.color.warning }),
  critical: inUi({ color: vars.color.critical }),
  neutral: inUi({ color: vars.color.neutral }),
})

/** What is below the text where there is no room beside it begins where the text does. */
export const content = style(
  inUi({
    flex: 1,
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    gap: space.m,
    overflowWrap: 'anywhere',
  }),
)
export const body = style(inUi({ flex: '1 1 12rem', minWidth: 0, color: vars.color.text }))
export const title = style(inUi({ fontWeight: fontWeight.semibold }))
/** A quiet button, whose own space would set its words in from the text's. */
export const action = style(inUi({ marginBlock: '-10px', marginInlineStart: `calc(-1 * ${space.m})` }))
