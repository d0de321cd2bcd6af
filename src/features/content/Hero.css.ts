import { style, styleVariants } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { gutter, wideGutter } from '#src/ui/layout.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { font, fontSize, fontWeight, media, radius, size, space, vars } from '#src/ui/tokens.css.ts'
import { twoLines } from './pending.css.ts'

// Picture and words lie side by side from here; below it the words follow the picture.
const wide = media.from1200
// And on a phone on its side, where one after the other only half of either would be seen.
const side = media.onItsSide
const height = 'clamp(540px, 43vw, 760px)'

export const root = style(
  inFeature({
    position: 'relative',
    overflow: 'hidden',
    background: vars.color.photo,
    color: vars.color.onPhoto,
  }),
)

export const viewport = style(inFeature({ overflow: 'hidden', touchAction: 'pan-y' }))
/** One slide fills the width; the others wait beside it until the carousel lays them over each other. */
export const track = style(inFeature({ display: 'flex' }))

export const slide = style(
  inFeature({
    position: 'relative',
    flex: '0 0 100%',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    transitionProperty: 'opacity',
    // Higher where letters are large: what does not fit would be cut off, the button first.
    '@media': {
      [wide]: { minHeight: height, flexDirection: 'row', alignItems: 'center' },
      [side]: { flexDirection: 'row', alignItems: 'center' },
    },
  }),
)

const picture = style(
  inFeature({
    flex: 'none',
    aspectRatio: '13 / 12',
    borderRadius: 0,
    '@media': {
      [media.from600]: { aspectRatio: '2' },
      // The whole picture, on the side with its piece, at one size however large the text is: any larger, the piece
      // would end up below the words.
      [wide]: { position: 'absolute', bottom: 0, aspectRatio: '2', height },
      [side]: { position: 'absolute', insetBlock: 0, width: '62%', aspectRatio: 'auto' },
    },
  }),
)
export const pictureSide = styleVariants({
  left: [picture, inFeature({ '@media': { [wide]: { right: 0 }, [side]: { right: 0 } } })],
  right: [picture, inFeature({ '@media': { [wide]: { left: 0 }, [side]: { left: 0 } } })],
})

const image = style(inFeature({ width: '100%', height: '100%', objectFit: 'cover' }))

/** How wide the words are at most, on either side, where the picture lies behind them. */
const wordsWidth = { left: '430px', right: '340px' }

/**
 * Lets the picture begin where the words on this side of it end, so that they can be read however dark it is; `least` is
 * where it may be whole at the earliest. In a shorter fade the edge of its ground is seen, in a longer one its piece
 * pales.
 */
function clearOf(side: keyof typeof wordsWidth, least: string) {
  const width = side === 'left' ? wordsWidth.left : `min(${wordsWidth.right}, 24vw)`
  const end = `max(${space.xxl}, 50vw - 640px) + ${width} - 100vw + clamp(1080px, 86vw, 1520px)`
  const fade = side === 'left' ? '80px' : '40px'
  return `linear-gradient(to ${side === 'left' ? 'right' : 'left'}, transparent max(0px, ${end} - 10px), #000 max(${least}, ${end} + ${fade}))`
}
// A phone sees little more than half of the picture: the half with the piece. Where the picture ends inside the
// slide, it fades into the ground it was taken on.
export const imageSide = styleVariants({
  left: [
    image,
    inFeature({
      objectPosition: '80% 50%',
      '@media': {
        [wide]: { maskImage: clearOf('left', '28%') },
        [side]: {
          objectPosition: '100% 50%',
          maskImage: 'linear-gradient(to right, transparent, #000 28%)',
        },
      },
    }),
  ],
  right: [
    image,
    inFeature({
      objectPosition: '3% 50%',
      '@media': {
        [wide]: { maskImage: clearOf('right', '12%') },
        [side]: { maskImage: 'linear-gradient(to left, transparent, #000 12%)' },
      },
    }),
  ],
})

const content = style(
  inFeature({
    position: 'relative',
    width: '100%',
    maxWidth: `calc(${size.content} + 2 * ${space.xxl})`,
    marginInline: 'auto',
    paddingTop: space.xl,
    paddingBottom: '76px',
    paddingLeft: gutter.left,
    paddingRight: gutter.right,
    '@media': {
      [media.from768]: {
        paddingLeft: wideGutter.left,
        paddingRight: wideGutter.right,
        paddingTop: space.xxl,
      },
      [wide]: { display: 'flex', paddingBlock: space.x4 },
      [side]: { display: 'flex', paddingBlock: `${space.xl} 60px` },
    },
  }),
)
export const contentSide = styleVariants({
  left: [content],
  right: [
    content,
    inFeature({
      '@media': { [wide]: { justifyContent: 'flex-end' }, [side]: { justifyContent: 'flex-end' } },
    }),
  ],
})

const words = style(
  inFeature({
    display: 'grid',
    justifyItems: 'start',
    overflowWrap: 'anywhere',
    '@media': { [wide]: { width: `min(${wordsWidth.left}, 36%)` }, [side]: { width: '42%' } },
  }),
)
export const wordsSide = styleVariants({
  left: [words],
  right: [words, inFeature({ '@media': { [wide]: { width: `min(${wordsWidth.right}, 25%)` } } })],
})

export const eyebrow = style(
  inFeature({
    marginBottom: space.m,
    // The light theme's accent: the picture's background stays light at night.
    color: vars.color.onPhotoBrand,
    fontSize: fontSize.eyebrow,
    fontWeight: fontWeight.semibold,
    lineHeight: 1.4,
    letterSpacing: '0.14em',
    textTransform: 'uppercase',
  }),
)
export const title = style(
  inFeature({
    fontFamily: font.serif,
    fontSize: fontSize.display,
    fontWeight: fontWeight.medium,
    lineHeight: 1.06,
    letterSpacing: '-0.012em',
    textWrap: 'balance',
    '@media': {
      [media.from768]: { fontSize: '3rem' },
      [side]: { fontSize: fontSize.heading },
      'screen and (min-width: 1360px)': { fontSize: fontSize.hero },
    },
  }),
)
export const subtitle = style(
  inFeature({
    maxWidth: '21.8em',
    marginTop: space.l,
    color: vars.color.onPhotoQuiet,
    fontSize: fontSize.body,
    textWrap: 'pretty',
    '@media': { [media.from768]: { fontSize: fontSize.lead } },
  }),
)
export const button = style(
  inFeature({
    marginTop: space.xl,
    background: vars.color.onPhotoBrand,
    color: vars.color.onDeep,
    '@media': hovered({ background: vars.color.deepHover, color: vars.color.onDeep }),
    ':focus-visible': { outlineColor: vars.color.onPhotoBrand },
  }),
)

/** While they are on their way: on a ground that stays light at night. */
export const pending = style(
  inFeature({
    justifyItems: 'stretch',
    vars: { [vars.color.skeleton]: vars.color.photoRaised, [vars.color.skeletonGlint]: vars.color.photo },
  }),
)
export const pendingTitle = style([
  twoLines,
  inFeature({ '@media': { [media.from600]: { '::before': { content: String.raw`"\00a0"` } } } }),
])
export const pendingButton = style(inFeature({ width: '45%', marginTop: space.xl }))

export const controls = style(
  inFeature({
    position: 'absolute',
    zIndex: 2,
    insetInline: 0,
    bottom: space.m,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    color: vars.color.onPhotoBrand,
    pointerEvents: 'none',
    // While the page is still loading, some slides above are missing: the controls would visibly move. Only what has no
    // box has none to move from. (`:last-child` would not do: in Chrome it matches nothing while the parent loads.)
    '@supports': {
      'selector(:has(+ *))': { selectors: { [`:not(:has(+ *)) > ${root} > &`]: { display: 'none' } } },
    },
  }),
)
// In forced colours the picture keeps its own, so the controls get a background of their own.
const onCanvas = { [media.forcedColors]: { background: 'Canvas' } }
export const dots = style(
  inFeature({
    display: 'flex',
    borderRadius: radius.round,
    // On a dark picture they are seen by it.
    background: vars.color.photo,
    pointerEvents: 'auto',
    '@media': onCanvas,
  }),
)
export const dot = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    width: size.touch,
    height: size.touch,
    '::before': {
      content: '""',
      width: '8px',
      height: '8px',
      borderRadius: radius.round,
      background: vars.color.onPhotoBrand,
      opacity: 0.6,
      transition: 'opacity 250ms, transform 250ms',
    },
    selectors: {
      '&[aria-current="true"]::before': { opacity: 1, transform: 'scale(1.25)' },
      '&:focus-visible': { outlineOffset: '-6px', outlineColor: vars.color.onPhotoBrand },
    },
    '@media': {
      [media.hover]: { width: '28px', selectors: { '&:where(:hover)::before': { opacity: 0.8 } } },
      [media.forcedColors]: { selectors: { '&::before': { background: 'ButtonText' } } },
    },
  }),
)
export const pause = style(
  inFeature({
    pointerEvents: 'auto',
    '@media': { ...hovered({ background: 'transparent' }), ...onCanvas },
  }),
)
