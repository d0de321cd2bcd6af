// The few layouts that many pages share.
import { style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { media, size, space, vars } from './tokens.css.ts'

/** The gutter beside the page's content, wide enough for a notch in landscape. */
export const gutter = {
  left: `max(${space.l}, env(safe-area-inset-left, 0px))`,
  right: `max(${space.l}, env(safe-area-inset-right, 0px))`,
}

/** The same from 768 px on: today's phones are as wide as that on their side, and have an island in it. */
export const wideGutter = {
  left: `max(${space.xxl}, env(safe-area-inset-left, 0px))`,
  right: `max(${space.xxl}, env(safe-area-inset-right, 0px))`,
}

/** Centres content at the shop's width. */
export const container = style(
  inUi({
    width: '100%',
    maxWidth: `calc(${size.content} + 2 * ${space.xxl})`,
    marginInline: 'auto',
    paddingLeft: gutter.left,
    paddingRight: gutter.right,
    '@media': { [media.from768]: { paddingLeft: wideGutter.left, paddingRight: wideGutter.right } },
  }),
)

/** The space between one part of a page and the next. */
export const band = style(
  inUi({ paddingBlock: space.x3, '@media': { [media.from768]: { paddingBlock: '80px' } } }),
)

/** Background of a band; `deep` also needs data-ground="deep", for the focus ring. */
export const ground = styleVariants({
  sand: inUi({ background: vars.color.surfaceBand }),
  deep: inUi({ background: vars.color.deep, color: vars.color.onDeep }),
})

/** Heading at the start, link at the end, on one baseline. */
export const headingRow = style(
  inUi({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    justifyContent: 'space-between',
    gap: `${space.s} ${space.xl}`,
    marginBottom: space.xl,
    '@media': { [media.from768]: { marginBottom: space.xxl } },
  }),
)

/**
 * Below a heading, in the margin that it has: what comes and goes there moves nothing, except by its second line where
 * letters are large and the window is narrow.
 */
export const inMargin = style(
  inUi({ minHeight: `max(${space.xl}, 1.5em)`, marginTop: `-${space.xl}`, lineHeight: 1 }),
)

/** A row that scrolls sideways on a phone, to the edges of the screen, so that it visibly continues. */
export const strip = style(
  inUi({
    display: 'grid',
    gridAutoFlow: 'column',
    gap: space.m,
    overflowX: 'auto',
    scrollSnapType: 'x proximity',
    scrollPaddingInline: space.l,
    scrollbarWidth: 'none',
    marginInline: `calc(-1 * ${space.l})`,
    paddingInline: space.l,
    paddingBlock: space.xs,
    '@media': {
      [media.from768]: {
        marginLeft: `calc(-1 * ${wideGutter.left})`,
        marginRight: `calc(-1 * ${wideGutter.right})`,
        paddingLeft: wideGutter.left,
        paddingRight: wideGutter.right,
        scrollPaddingInline: `${wideGutter.left} ${wideGutter.right}`,
      },
      [media.from1000]: {
        gap: space.l,
        marginLeft: 0,
        marginRight: 0,
        paddingLeft: 0,
        paddingRight: 0,
      },
      [media.from1200]: { gap: '20px' },
    },
  }),
)

/** For screen readers only. */
export const visuallyHidden = style(
  inUi({
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    padding: 0,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
    border: 0,
  }),
)

/** Hidden until focused: the link that skips to the content. */
export const skipLink = style(
  inUi({
    position: 'fixed',
    top: space.s,
    left: `max(${space.s}, env(safe-area-inset-left, 0px))`,
    zIndex: 60,
    padding: `${space.m} ${space.l}`,
    background: vars.color.surfaceRaised,
    boxShadow: vars.shadow.floating,
    selectors: {
      '&:not(:focus)': { clipPath: 'inset(50%)', width: '1px', height: '1px', overflow: 'hidden' },
    },
  }),
)
