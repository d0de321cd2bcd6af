import { style, styleVariants } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, radius, space, vars } from '#src/ui/tokens.css.ts'

/** Where the stages are side by side; below each other they would take a printed order to a second sheet. */
const across = `${media.from768}, ${media.print}`

export const root = style(
  inFeature({
    display: 'grid',
    gap: space.xl,
    '@media': { [across]: { gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)', gap: 0 } },
  }),
)

const stage = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr)',
    columnGap: space.l,
    alignItems: 'start',
    alignContent: 'start',
    '@media': { [across]: { gridTemplateColumns: 'minmax(0, 1fr)', rowGap: space.m } },
    // The line to the previous stage: upwards on a phone, leftwards on a desktop.
    selectors: {
      '&:not(:first-child)::before': {
        content: '""',
        position: 'absolute',
        left: '15px',
        bottom: 'calc(100% + 2px)',
        height: `calc(${space.xl} - 4px)`,
        borderLeft: `1px solid ${vars.color.line}`,
        '@media': {
          [across]: {
            top: '16px',
            bottom: 'auto',
            left: 'calc(-100% + 40px)',
            height: 0,
            width: 'calc(100% - 48px)',
            borderLeft: 0,
            borderTop: `1px solid ${vars.color.line}`,
          },
        },
      },
    },
  }),
)

const brandLine = { '&:not(:first-child)::before': { borderColor: vars.color.brandLine } }

export const state = styleVariants({
  done: [stage, inFeature({ selectors: brandLine })],
  ahead: [stage, inFeature({ color: vars.color.textHint })],
  cancelled: [stage, inFeature({ color: vars.color.critical })],
})

const mark = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    borderRadius: radius.round,
    border: `1px solid ${vars.color.lineStrong}`,
    background: vars.color.surface,
  }),
)
export const markOf = styleVariants({
  done: [
    mark,
    inFeature({
      background: vars.color.brand,
      borderColor: vars.color.brand,
      color: vars.color.onBrand,
      // Or its icon would be white on white paper.
      printColorAdjust: 'exact',
      '@media': {
        [media.forcedColors]: {
          forcedColorAdjust: 'none',
          background: 'CanvasText',
          borderColor: 'CanvasText',
          color: 'Canvas',
        },
      },
    }),
  ],
  ahead: [mark],
  cancelled: [mark, inFeature({ borderColor: 'currentColor' })],
})

export const name = style(inFeature({ fontWeight: fontWeight.medium }))
export const when = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))
