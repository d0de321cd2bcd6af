import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { media, motion, space, vars, zIndex } from '#src/ui/tokens.css.ts'

/**
 * The window's top, as long as the window is wider than the bar's words and the gaps between them. Letters so large that
 * they take more than one line leave with the page: what the keyboard comes back to would be beneath them.
 */
const topBeside = (gaps: string) => `min(0px, (100vw - 28.5rem - ${gaps}) * 999)`

/** Stays at the top once the page scrolls past it. */
export const root = style(
  inFeature({
    display: 'none',
    position: 'sticky',
    top: topBeside('176px'),
    zIndex: zIndex.header,
    background: vars.color.surface,
    borderBlock: `1px solid ${vars.color.line}`,
    '@media': {
      [media.from768]: { display: 'block' },
      [media.from1000]: { top: topBeside('400px') },
      [media.low]: { position: 'relative', top: 0 },
    },
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
