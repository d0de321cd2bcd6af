// The base styles of every page. Imported once, by the shell, for its effect.
import { globalStyle } from '@vanilla-extract/css'
import './fallbackFonts.css.ts'
import { inReset } from './layers.css.ts'
import { font, fontSize, fontWeight, foot, media, space, vars, zIndex } from './tokens.css.ts'

globalStyle('*, *::before, *::after', inReset({ boxSizing: 'border-box' }))

globalStyle('*', inReset({ margin: 0 }))

globalStyle(
  'html',
  inReset({
    textSizeAdjust: '100%',
    WebkitTextSizeAdjust: '100%',
    MozTextSizeAdjust: '100%',
    WebkitTapHighlightColor: 'transparent',
    // A page that is still short while it loads is as wide as when it has become longer than the window.
    overflowY: 'scroll',
    accentColor: vars.color.brand,
  }),
)

globalStyle(
  'body',
  inReset({
    minHeight: '100svh',
    background: vars.color.surface,
    color: vars.color.text,
    fontFamily: font.sans,
    fontSize: fontSize.body,
    lineHeight: 1.6,
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
    textRendering: 'optimizeLegibility',
    // A long word in a product's name must never make a phone scroll sideways.
    overflowWrap: 'break-word',
    '@media': { [media.print]: { background: '#fff', color: '#000', fontSize: '11pt' } },
  }),
)

// What was pressed before the page can respond (`src/lib/early.ts`).
globalStyle('[data-early]', inReset({ cursor: 'progress', opacity: 0.55 }))
// Said by `src/boot.ts`, which has no styles of its own.
globalStyle(
  '#unready',
  inReset({
    position: 'sticky',
    bottom: `calc(${foot})`,
    zIndex: zIndex.header,
    padding: `${space.m} ${space.l}`,
    background: vars.color.deep,
    color: vars.color.onDeep,
    fontSize: fontSize.small,
    textAlign: 'center',
  }),
)
globalStyle(
  '#unready a',
  inReset({ display: 'inline-block', paddingBlock: space.s, color: vars.color.onDeepAccent }),
)

globalStyle(
  'h1, h2, h3, h4, h5, h6',
  inReset({ fontSize: fontSize.body, fontWeight: fontWeight.semibold, lineHeight: 1.4, textWrap: 'balance' }),
)

globalStyle(
  'h1, h2',
  inReset({
    fontFamily: font.serif,
    fontWeight: fontWeight.medium,
    lineHeight: 1.15,
    // The display face would set 15 in old-style figures, which look out of place beside prices.
    fontVariantNumeric: 'lining-nums',
    letterSpacing: '-0.005em',
    '@media': { [media.print]: { breakAfter: 'avoid' } },
  }),
)

// 40 px, less on the narrowest phones; and however large letters are, a long word fits into one line.
globalStyle(
  'h1',
  inReset({ fontSize: `min(15.5vw, clamp(${fontSize.heading}, 10.2vw, ${fontSize.display}))` }),
)
globalStyle(
  'h2',
  inReset({ fontSize: '1.75rem', '@media': { [media.from768]: { fontSize: fontSize.heading } } }),
)

globalStyle('p, li, dd, figcaption', inReset({ textWrap: 'pretty' }))
globalStyle('b, strong', inReset({ fontWeight: fontWeight.semibold }))
globalStyle('small', inReset({ fontSize: fontSize.small }))
globalStyle('address', inReset({ fontStyle: 'normal' }))
globalStyle('hr', inReset({ height: 0, border: 0, borderTop: `1px solid ${vars.color.line}` }))

// A list with a class is laid out, not read as bullets. The empty string, unlike `none`, keeps it a list in Safari.
globalStyle('ul[class], ol[class], [role="list"]', inReset({ listStyleType: "''", padding: 0 }))
globalStyle('menu', inReset({ listStyle: 'none', padding: 0 }))

globalStyle('img, picture, svg, video, canvas', inReset({ display: 'block', maxWidth: '100%' }))
globalStyle('img, video', inReset({ height: 'auto' }))

globalStyle(
  'button, input, select, textarea',
  inReset({ font: 'inherit', letterSpacing: 'inherit', color: 'inherit' }),
)
globalStyle('button', inReset({ background: 'none', border: 0, padding: 0, textAlign: 'inherit' }))
globalStyle(
  'button, [role="button"], label, summary, select, [type="checkbox"], [type="radio"]',
  inReset({ cursor: 'pointer', touchAction: 'manipulation' }),
)
globalStyle('[aria-disabled="true"], :disabled', inReset({ cursor: 'not-allowed' }))
globalStyle('fieldset', inReset({ minWidth: 0, padding: 0, border: 0 }))
globalStyle('legend', inReset({ padding: 0 }))
globalStyle('textarea', inReset({ resize: 'vertical' }))
globalStyle('table', inReset({ borderCollapse: 'collapse', width: '100%' }))
globalStyle('th', inReset({ textAlign: 'start', fontWeight: fontWeight.semibold }))
globalStyle('[hidden]', inReset({ display: 'none' }))

globalStyle(
  'a',
  inReset({
    color: vars.color.brand,
    textDecorationLine: 'underline',
    textDecorationThickness: '1px',
    textDecorationColor: vars.color.brandLine,
    textUnderlineOffset: '0.22em',
    '@media': { [media.print]: { color: 'inherit' } },
  }),
)
globalStyle(
  'a:hover',
  inReset({
    '@media': { [media.hover]: { color: vars.color.linkHover, textDecorationColor: 'currentColor' } },
  }),
)

globalStyle('::selection', inReset({ background: vars.color.brand, color: vars.color.onBrand }))
globalStyle('::placeholder', inReset({ color: vars.color.textHint, opacity: 1 }))

globalStyle(':focus-visible', inReset({ outline: `2px solid ${vars.color.focus}`, outlineOffset: '2px' }))
// Put data-ground="deep" on the footer, the announcement bar and everything else on plum: the ring turns white there.
globalStyle(
  '[data-ground="deep"] :focus-visible, #unready a:focus-visible',
  inReset({ outlineColor: vars.color.onDeep }),
)
// An element focused by script to move the reader there (a heading, <main>) is no control and needs no ring.
globalStyle('[tabindex="-1"]:focus-visible', inReset({ outline: 'none' }))
globalStyle(':target', inReset({ scrollMarginTop: space.x5 }))

// The backdrop of a dialog ends where a scrollbar was.
globalStyle(':root:has(dialog:modal)', inReset({ overflow: 'hidden', background: vars.color.scrim }))
// While the scrollbar is hidden its space is kept, so that nothing moves.
globalStyle(':root[data-bar]:has(dialog:modal)', inReset({ scrollbarGutter: 'stable' }))

globalStyle(
  '*, *::before, *::after',
  inReset({
    '@media': {
      '(prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        // With a duration, however short, every element that names no transition would run one at each change.
        transitionDuration: '0s !important',
      },
    },
  }),
)
globalStyle(
  '::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*)',
  inReset({ '@media': { '(prefers-reduced-motion: reduce)': { animation: 'none !important' } } }),
)
globalStyle('h3, h4', inReset({ '@media': { [media.print]: { breakAfter: 'avoid' } } }))
globalStyle('img, tr, li, address', inReset({ '@media': { [media.print]: { breakInside: 'avoid' } } }))
// Nothing on paper can be pressed.
globalStyle(
  '[data-print="none"], dialog, button, summary',
  inReset({ '@media': { [media.print]: { display: 'none !important' } } }),
)
