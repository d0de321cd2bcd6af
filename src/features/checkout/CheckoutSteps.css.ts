import { style, styleVariants } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'

export const list = style(
  inFeature({ display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', marginBottom: space.xxl }),
)

export const item = style(
  inFeature({
    position: 'relative',
    // The line from the step before, behind the marks.
    selectors: {
      '&:not(:first-child)::before': {
        content: '""',
        position: 'absolute',
        top: '21px',
        right: 'calc(50% + 20px)',
        width: 'calc(100% - 40px)',
        borderTop: `1px solid ${vars.color.line}`,
      },
    },
  }),
)

const step = style(
  inFeature({
    display: 'grid',
    justifyItems: 'center',
    gap: space.xs,
    width: '100%',
    minHeight: '64px',
    paddingTop: '7px',
    fontSize: fontSize.eyebrow,
    lineHeight: 1.4,
    textAlign: 'center',
    '@media': { [media.from600]: { fontSize: fontSize.small } },
  }),
)

export const state = styleVariants({
  done: [step, inFeature({ color: vars.color.brand })],
  current: [step, inFeature({ color: vars.color.text, fontWeight: fontWeight.semibold })],
  ahead: [step, inFeature({ color: vars.color.textHint })],
})

const mark = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    width: '28px',
    height: '28px',
    borderRadius: radius.round,
    border: '1px solid currentColor',
    fontSize: fontSize.small,
    fontVariantNumeric: 'lining-nums',
  }),
)

export const markOf = styleVariants({
  done: [mark, inFeature({ background: vars.color.brandSoft, borderColor: vars.color.brandLine })],
  current: [
    mark,
    inFeature({
      background: vars.color.brand,
      borderColor: vars.color.brand,
      color: vars.color.onBrand,
      '@media': {
        [media.forcedColors]: {
          forcedColorAdjust: 'none',
          background: 'Highlight',
          borderColor: 'Highlight',
          color: 'HighlightText',
        },
      },
    }),
  ],
  ahead: [mark, inFeature({ borderColor: vars.color.lineStrong })],
})
