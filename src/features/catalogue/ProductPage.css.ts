import { style, styleVariants } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

export const page = style(
  inFeature({
    paddingBottom: space.x4,
    '@media': { [media.from768]: { paddingBottom: space.x5 }, [media.print]: { paddingBottom: 0 } },
  }),
)

export const columns = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.xl,
    '@media': {
      [media.from1000]: {
        gridTemplateColumns: 'minmax(0, 1fr) minmax(320px, 404px)',
        columnGap: space.x3,
        alignItems: 'start',
      },
      [media.from1200]: { columnGap: '56px' },
      [media.onItsSide]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', alignItems: 'start' },
    },
  }),
)

/** Stays in view beside the pictures while they are longer than it is. */
export const box = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.xl,
    '@media': { [media.from1000]: { position: 'sticky', top: '88px' } },
  }),
)

export const heading = style(
  inFeature({
    display: 'grid',
    justifyItems: 'start',
    gap: space.m,
    // Each is as wide as its longest word, unless words may be broken anywhere.
    overflowWrap: 'anywhere',
  }),
)
export const badges = style(inFeature({ display: 'flex', flexWrap: 'wrap', gap: space.s }))
export const short = style(inFeature({ color: vars.color.textQuiet }))
export const price = style(inFeature({ marginTop: space.xs }))
/** Nearer to the price than the heading's parts are to each other. */
export const tax = style(
  inFeature({ marginTop: `calc(-1 * ${space.s})`, color: vars.color.textHint, fontSize: fontSize.small }),
)

export const buy = style(inFeature({ display: 'grid', gap: space.m }))

const stockLine = style(
  inFeature({ minHeight: '1.5em', fontSize: fontSize.small, fontWeight: fontWeight.medium, lineHeight: 1.5 }),
)
export const stock = styleVariants({
  positive: [stockLine, inFeature({ color: vars.color.positive })],
  warning: [stockLine, inFeature({ color: vars.color.warning })],
  critical: [stockLine, inFeature({ color: vars.color.critical })],
})

export const band = style(
  inFeature({
    paddingTop: space.x4,
    '@media': { [media.from768]: { paddingTop: space.x5 }, [media.print]: { paddingTop: '18pt' } },
  }),
)
export const bandTitle = style(
  inFeature({ marginBottom: space.xl, '@media': { [media.from768]: { marginBottom: space.xxl } } }),
)
