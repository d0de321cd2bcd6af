import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { inUi } from './layers.css.ts'
import { font, fontSize, fontWeight, media, motion, radius, space, vars } from './tokens.css.ts'

const appear = keyframes({ from: { opacity: 0 } })
const rise = keyframes({ from: { opacity: 0, transform: 'translateY(12px)' } })
const fromLeft = keyframes({ from: { transform: 'translateX(-100%)' } })
const fromRight = keyframes({ from: { transform: 'translateX(100%)' } })
const fromBelow = keyframes({ from: { transform: 'translateY(100%)' } })

const root = style(
  inUi({
    padding: 0,
    border: 0,
    background: vars.color.surface,
    color: vars.color.text,
    boxShadow: vars.shadow.modal,
    overflow: 'hidden',
    overscrollBehavior: 'contain',
    selectors: {
      '&[open]': { display: 'flex', flexDirection: 'column' },
      '&::backdrop': { background: vars.color.scrim },
    },
    '@media': {
      [media.motion]: { selectors: { '&::backdrop': { animation: `${appear} ${motion.normal}` } } },
      [media.forcedColors]: { border: '1px solid CanvasText' },
      // In a low window its head and foot would leave no space for the rest: everything scrolls.
      [media.low]: { overflow: 'auto' },
    },
  }),
)

/** What is at the edge of a phone on its side stays clear of its island. */
const clear = {
  left: `max(${space.xl}, env(safe-area-inset-left, 0px))`,
  right: `max(${space.xl}, env(safe-area-inset-right, 0px))`,
}

const sheet = { margin: 0, maxWidth: '100%', maxHeight: '100dvh' } as const
// What the island takes must not be missing inside: a drawing in true size cannot shrink.
const side = {
  ...sheet,
  width: 'min(440px + env(safe-area-inset-left, 0px) + env(safe-area-inset-right, 0px), 100%)',
  height: '100dvh',
} as const

export const placement = styleVariants({
  centre: [
    root,
    inUi({
      margin: 'auto',
      width: 'min(560px, calc(100% - 32px))',
      // By itself a browser leaves more beside it, the more, the larger letters are.
      maxWidth: 'none',
      maxHeight: 'calc(100dvh - 48px)',
      borderRadius: radius.l,
      '@media': {
        [media.motion]: { animation: `${rise} ${motion.slow}` },
        [media.low]: { maxHeight: 'calc(100dvh - 16px)' },
      },
    }),
  ],
  left: [root, inUi({ ...side, '@media': { [media.motion]: { animation: `${fromLeft} ${motion.slow}` } } })],
  right: [
    root,
    inUi({
      ...side,
      marginLeft: 'auto',
      '@media': { [media.motion]: { animation: `${fromRight} ${motion.slow}` } },
    }),
  ],
  bottom: [
    root,
    inUi({
      ...sheet,
      width: '100%',
      marginTop: 'auto',
      borderRadius: `${radius.l} ${radius.l} 0 0`,
      '@media': { [media.motion]: { animation: `${fromBelow} ${motion.slow}` } },
    }),
  ],
  screen: [
    root,
    inUi({
      ...sheet,
      width: '100%',
      height: '100dvh',
      '@media': { [media.motion]: { animation: `${appear} ${motion.normal}` } },
    }),
  ],
})

export const header = style(
  inUi({
    flex: 'none',
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: space.l,
    padding: `${space.l} max(${space.m}, env(safe-area-inset-right, 0px)) ${space.m} ${clear.left}`,
  }),
)
export const title = style(
  inUi({
    minWidth: 0,
    paddingTop: space.s,
    fontFamily: font.serif,
    // However large letters are, the button that closes has its place, and a long word fits beside it.
    fontSize: `min(${fontSize.title}, 11vw)`,
    overflowWrap: 'anywhere',
    fontWeight: fontWeight.medium,
    fontVariantNumeric: 'lining-nums',
    lineHeight: 1.2,
  }),
)
export const body = style(
  inUi({
    flex: '0 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    padding: `${space.xs} ${clear.right} ${space.xl} ${clear.left}`,
    color: vars.color.textQuiet,
    '@media': { [media.low]: { flex: 'none', overflowY: 'visible' } },
  }),
)
export const bodyOfSheet = style([
  body,
  inUi({
    flex: '1 1 auto',
    color: vars.color.text,
    '@media': { [media.low]: { flex: '1 0 auto' } },
  }),
])

const actionsBase = style(
  inUi({
    flex: 'none',
    display: 'flex',
    flexWrap: 'wrap',
    gap: space.m,
    paddingLeft: clear.left,
    paddingRight: clear.right,
    // Above the phone's own bar when the dialog reaches it.
    paddingBottom: `max(${space.xl}, env(safe-area-inset-bottom, 0px))`,
  }),
)
export const actions = style([
  actionsBase,
  inUi({
    justifyContent: 'flex-end',
    '@media': { 'screen and (max-width: 479.98px)': { flexDirection: 'column-reverse' } },
  }),
])
export const actionsOfSheet = style([
  actionsBase,
  inUi({ paddingTop: space.l, borderTop: `1px solid ${vars.color.line}`, background: vars.color.surface }),
])
