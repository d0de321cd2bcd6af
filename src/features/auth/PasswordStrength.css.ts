import { style, styleVariants } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, motion, radius, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(inFeature({ display: 'grid', gap: space.m, marginTop: `calc(-1 * ${space.s})` }))

export const measure = style(inFeature({ display: 'flex', alignItems: 'center', gap: space.m }))

export const bar = style(inFeature({ display: 'flex', flex: 1, gap: space.xs }))

const segment = style(
  inFeature({
    flex: 1,
    height: '3px',
    borderRadius: radius.s,
    transition: `background-color ${motion.normal}`,
    '@media': { [media.forcedColors]: { forcedColorAdjust: 'none' } },
  }),
)

export const empty = style([segment, inFeature({ background: vars.color.line })])

export const filled = styleVariants({
  Weak: [segment, inFeature({ background: vars.color.critical })],
  Good: [segment, inFeature({ background: vars.color.accentRule })],
  Strong: [segment, inFeature({ background: vars.color.positive })],
})

/** As wide as its longest word, and there before it has one: the bar beside it must not move. */
export const label = style(
  inFeature({
    width: '6ch',
    minHeight: '1.5em',
    fontSize: fontSize.small,
    lineHeight: 1.5,
    textAlign: 'end',
  }),
)

export const word = styleVariants({
  Weak: inFeature({ color: vars.color.critical, fontWeight: fontWeight.semibold }),
  Good: inFeature({ color: vars.color.accent, fontWeight: fontWeight.semibold }),
  Strong: inFeature({ color: vars.color.positive, fontWeight: fontWeight.semibold }),
})

export const list = style(
  inFeature({
    display: 'grid',
    gap: `${space.xs} ${space.l}`,
    fontSize: fontSize.small,
    lineHeight: 1.5,
    '@media': { [media.from600]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
  }),
)

const item = style(inFeature({ display: 'flex', alignItems: 'center', gap: space.s }))
export const met = style([item, inFeature({ color: vars.color.text })])
export const unmet = style([item, inFeature({ color: vars.color.textHint })])

export const mark = style(
  inFeature({
    display: 'grid',
    flex: 'none',
    placeItems: 'center',
    width: '16px',
    height: '16px',
    color: vars.color.positive,
    selectors: {
      '&:empty::before': {
        content: '""',
        width: '4px',
        height: '4px',
        borderRadius: radius.round,
        background: vars.color.lineStrong,
      },
    },
  }),
)
