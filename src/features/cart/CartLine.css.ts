import { style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { font, fontSize, fontWeight, media, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'clamp(72px, 25vw, 96px) minmax(0, 1fr)',
    gridTemplateAreas: '"picture words" "picture controls"',
    gap: `${space.m} ${space.l}`,
    paddingBlock: space.xl,
    borderTop: `1px solid ${vars.color.line}`,
    '@media': {
      [media.from600]: { gridTemplateColumns: '128px minmax(0, 1fr)', columnGap: space.xl },
      [media.from768]: {
        gridTemplateColumns: '128px minmax(0, 1fr) auto',
        gridTemplateAreas: '"picture words total" "picture controls total"',
        gridTemplateRows: 'auto 1fr',
      },
    },
  }),
)

export const picture = style(inFeature({ gridArea: 'picture', alignSelf: 'start', width: '100%' }))

export const words = style(
  inFeature({ gridArea: 'words', display: 'grid', gap: space.xs, alignContent: 'start' }),
)

export const name = style(
  inFeature({
    flex: '1 1 6em',
    minWidth: 0,
    fontFamily: font.sans,
    letterSpacing: 0,
    fontSize: fontSize.body,
    fontWeight: fontWeight.medium,
    lineHeight: 1.4,
    overflowWrap: 'anywhere',
    textWrap: 'pretty',
  }),
)

export const link = style(
  inFeature({
    // For a finger; it moves nothing.
    paddingBlock: '13px',
    color: 'inherit',
    textDecoration: 'none',
    '@media': hovered({ textDecoration: 'underline' }),
  }),
)

export const detail = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.small }))

// Always there, so that what comes into it is announced; without anything in it, it takes no room.
export const stock = style(inFeature({ selectors: { '&:empty': { marginTop: `calc(-1 * ${space.xs})` } } }))
export const low = style(inFeature({ color: vars.color.warning, fontSize: fontSize.small }))

export const trouble = style(
  inFeature({ color: vars.color.critical, fontSize: fontSize.small, fontWeight: fontWeight.medium }),
)

export const controls = style(
  inFeature({
    gridArea: 'controls',
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    alignSelf: 'end',
    gap: space.s,
  }),
)

// Alone in its row, its icon aligns with the start of the text above.
export const remove = style(inFeature({ selectors: { '&:first-child': { marginLeft: '-10px' } } }))

export const head = style(
  inFeature({
    display: 'flex',
    // If the price leaves the name less than a word, it wraps below it.
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    columnGap: space.l,
  }),
)

export const total = style(
  inFeature({ fontVariantNumeric: 'tabular-nums lining-nums', fontWeight: fontWeight.semibold }),
)

export const totalInline = style(inFeature({ '@media': { [media.from768]: { display: 'none' } } }))
export const totalAside = style(
  inFeature({
    display: 'none',
    '@media': {
      [media.from768]: { gridArea: 'total', display: 'block', minWidth: '110px', textAlign: 'right' },
    },
  }),
)
