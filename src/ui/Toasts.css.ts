import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { hovered } from './hovered.css.ts'
import { inUi } from './layers.css.ts'
import {
  fontWeight,
  foot,
  media,
  motion,
  radius,
  size,
  space,
  underNotices,
  vars,
  zIndex,
} from './tokens.css.ts'

/** The room that newer messages take, set by the script that measures them. */
export const newer = '--newer'
/** Between two messages, in pixels. */
export const gap = 8

/** A phone that shows that an order is placed. */
const placed = 'body:has([data-placed])'
const rounded = 'env(safe-area-inset-bottom, 0px)'

export const region = style(
  inUi({
    position: 'fixed',
    zIndex: zIndex.toast,
    left: space.l,
    right: space.l,
    // As high as the window, and moved up by a transform: browsers count what changes its place otherwise as an accident.
    top: 0,
    bottom: `calc(${space.l} + ${foot} + ${rounded})`,
    // Above the buy bar and an install offer: some messages stay until they are answered.
    transform: `translateY(calc(${rounded} - ${underNotices}))`,
    pointerEvents: 'none',
    '@media': {
      [media.below768]: {
        selectors: {
          // The links of an order confirmation are at the foot; nothing in its header can be pressed.
          [`${placed} &`]: {
            top: `calc(${space.s} + env(safe-area-inset-top, 0px))`,
            transform: 'none',
          },
        },
      },
      // Not at the top, where some of what is said would stay over the ways to account, wishes and cart.
      [media.from768]: { right: space.xl, left: 'auto', width: '400px' },
      // Here it has room beside the offer.
      [media.from1000]: { bottom: `calc(${space.xl} + ${foot})`, transform: 'none' },
      [media.print]: { display: 'none' },
    },
  }),
)

const appear = keyframes({ from: { opacity: 0, translate: '0 8px' } })

export const toast = style(
  inUi({
    position: 'absolute',
    left: 0,
    right: 0,
    // The newest is nearest to the edge, under the thumb. The others are moved by a transform, as the region is.
    bottom: 0,
    transform: `translateY(calc(-1 * var(${newer}, 0px)))`,
    display: 'flex',
    alignItems: 'flex-start',
    gap: space.m,
    padding: `${space.hair} ${space.hair} ${space.hair} ${space.l}`,
    border: `1px solid ${vars.color.line}`,
    borderRadius: radius.m,
    background: vars.color.surfaceRaised,
    boxShadow: vars.shadow.floating,
    pointerEvents: 'auto',
    transition: `opacity ${motion.normal}`,
    selectors: { '&[data-state="leaving"]': { opacity: 0, pointerEvents: 'none' } },
    '@media': {
      [media.motion]: { animation: `${appear} ${motion.slow}` },
      [media.below768]: {
        // Beside its buttons the message would have no space for its text.
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        rowGap: 0,
        selectors: {
          [`${placed} ${region} > &`]: {
            top: 0,
            bottom: 'auto',
            transform: `translateY(var(${newer}, 0px))`,
          },
        },
      },
    },
  }),
)

const icon = style(inUi({ marginTop: '10px' }))
export const tone = styleVariants({
  success: [icon, inUi({ color: vars.color.positive })],
  error: [icon, inUi({ color: vars.color.critical })],
  warning: [icon, inUi({ color: vars.color.warning })],
  news: [icon, inUi({ color: vars.color.brand })],
})

export const body = style(inUi({ flex: 1, minWidth: 0, paddingBlock: '10px', lineHeight: 1.5 }))
export const list = style(inUi({ listStyleType: 'disc', paddingLeft: '1.1em' }))
export const action = style(
  inUi({
    flex: 'none',
    minHeight: size.touch,
    paddingInline: space.s,
    color: vars.color.brand,
    fontWeight: fontWeight.semibold,
    '@media': {
      [media.below768]: { gridArea: '2 / 2', justifySelf: 'start', marginLeft: `-${space.s}` },
      ...hovered({ textDecoration: 'underline', textUnderlineOffset: '0.3em' }),
    },
  }),
)
