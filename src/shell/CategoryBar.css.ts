import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, motion, space, vars, zIndex } from '#src/ui/tokens.css.ts'

/** Stays at the top once the page scrolls past it. */
export const root = style(
  inFeature({
    display: 'none',
    position: 'sticky',
    top: 0,
    zIndex: zIndex.header,
    background: vars.color.surface,
    borderBlock: `1px solid ${vars.color.line}`,
    '@media': { [media.from768]: { display: 'block' }, [media.low]: { position: 'relative' } },
  }),
)

export const list = style(
  inFeature({
    display: 'flex',
    // Larger text takes more than one line rather than running off the edge.
    flexWrap: 'wrap',
    justifyContent: 'safe center',
    columnGap: space.l,
    paddingInline: space.xl,
    '@media': { [media.from1000]: { columnGap: space.x3 } },
  }),
)

export const link = style(
  inFeature({
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    minHeight: '52px',
    // So that the ring of the keyboard, which has no room above or below, stands clear of the letters.
    paddingInline: space.s,
    marginInline: `-${space.s}`,
    color: vars.color.text,
    textDecoration: 'none',
    whiteSpace: 'nowrap',
    '::after': {
      content: '""',
      position: 'absolute',
      insetInline: space.s,
      bottom: '-1px',
      height: '2px',
      background: vars.color.brand,
      transform: 'scaleX(0)',
      transition: `transform ${motion.normal}`,
    },
    selectors: {
      '&[aria-current="page"]': { color: vars.color.brand },
      '&[aria-current="page"]::after': { transform: 'none' },
      '&:focus-visible': { outlineOffset: '-2px' },
    },
    '@media': {
      [media.hover]: {
        selectors: {
          '&:where(:hover)': { color: vars.color.brand },
          '&:where(:hover)::after': { transform: 'none' },
        },
      },
      [media.forcedColors]: { selectors: { '&::after': { background: 'Highlight' } } },
    },
  }),
)
