import { style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { fontSize, fontWeight, media, radius, space, vars } from './tokens.css.ts'

const root = style(
  inUi({
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '26px',
    padding: `${space.hair} 10px`,
    borderRadius: radius.s,
    fontSize: '0.8125rem',
    fontWeight: fontWeight.semibold,
    lineHeight: 1.3,
    whiteSpace: 'nowrap',
    '@media': {
      [media.forcedColors]: { border: '1px solid CanvasText' },
      [media.print]: { border: '1px solid' },
    },
  }),
)

const filledWith = (color: string, background: string) => [root, inUi({ color, background })]

export const tone = styleVariants({
  positive: filledWith(vars.color.positive, vars.color.positiveSoft),
  info: filledWith(vars.color.info, vars.color.infoSoft),
  warning: filledWith(vars.color.warning, vars.color.warningSoft),
  critical: filledWith(vars.color.critical, vars.color.criticalSoft),
  neutral: filledWith(vars.color.neutral, vars.color.neutralSoft),
  brand: filledWith(vars.color.brand, vars.color.brandSoft),
  onPhoto: [
    root,
    inUi({
      color: vars.color.onPhotoBrand,
      background: vars.color.photoRaised,
      fontSize: fontSize.eyebrow,
      paddingInline: space.s,
    }),
  ],
})
