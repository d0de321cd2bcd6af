import { style, styleVariants } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'

const markSize = '1.75rem'

export const list = style(
  inFeature({
    display: 'grid',
    // Four in a row on the narrowest phone; two rows where text is large.
    gridTemplateColumns: 'repeat(auto-fit, minmax(max(6em, 24%), 1fr))',
    marginBottom: space.xxl,
    overflowX: 'clip',
    fontSize: fontSize.eyebrow,
    '@media': { [media.from600]: { fontSize: fontSize.small } },
  }),
)

export const item = style(
  inFeature({
    position: 'relative',
    // The line from the previous step, behind the marks.
    selectors: {
      '&:not(:first-child)::before': {
        content: '""',
        position: 'absolute',
        top: `calc(7px + ${markSize} / 2)`,
        right: `calc(50% + ${markSize} / 2 + 6px)`,
        width: `calc(100% - ${markSize} - 12px)`,
        borderTop: `1px solid ${vars.color.line}`,
      },
    },
  }),
)

const step = style(
  inFeature({
    display: 'grid',
    // With letters set wide apart a word is broken rather than over its neighbour.
    gridTemplateColumns: 'minmax(0, 1fr)',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    justifyItems: 'center',
    gap: space.xs,
    width: '100%',
    minHeight: '64px',
    paddingTop: '7px',
    lineHeight: 1.4,
    textAlign: 'center',
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
    width: markSize,
    height: markSize,
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
