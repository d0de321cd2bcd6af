import { globalStyle, style } from '@vanilla-extract/css'
import { hovered } from '#src/ui/hovered.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { gutter } from '#src/ui/layout.css.ts'
import { bar, fontSize, fontWeight, media, size, space, vars, zIndex } from '#src/ui/tokens.css.ts'

/** No box of its own, or the line would be sticky only within that. */
export const root = style(inFeature({ display: 'contents' }))

/** In the flow after everything else, so that it never covers the end of a page; and always in view. */
export const place = style(
  inFeature({
    position: 'sticky',
    bottom: bar,
    zIndex: zIndex.header,
    '@media': { [media.print]: { display: 'none' } },
  }),
)

const height = '2.75rem'

export const line = style(
  inFeature({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space.s,
    minHeight: height,
    paddingLeft: gutter.left,
    paddingRight: gutter.right,
    paddingBottom: 'env(safe-area-inset-bottom, 0px)',
    borderTop: `1px solid ${vars.color.deepHover}`,
    background: vars.color.deep,
    color: vars.color.onDeep,
    fontSize: fontSize.small,
    lineHeight: 1.4,
  }),
)

// What else is fixed to the window's foot sits on top of it.
globalStyle(
  `html:has(${line})`,
  inFeature({
    vars: { '--foot': `calc(${height} + env(safe-area-inset-bottom, 0px))` },
  }),
)

export const icon = style(inFeature({ flex: 'none', color: vars.color.onDeepQuiet }))
export const hint = style(
  inFeature({
    display: 'none',
    color: vars.color.onDeepQuiet,
    '@media': { [media.from600]: { display: 'inline' } },
  }),
)
/** Inline, and as tall as its line. */
export const link = style(
  inFeature({ color: vars.color.onDeepAccent, paddingBlock: space.s, textUnderlineOffset: '0.3em' }),
)
export const action = style(
  inFeature({
    flex: 'none',
    minHeight: size.touch,
    paddingInline: space.s,
    color: vars.color.onDeepAccent,
    fontWeight: fontWeight.semibold,
    textDecorationLine: 'underline',
    textDecorationThickness: '1px',
    textUnderlineOffset: '0.3em',
    '@media': hovered({ textDecorationThickness: '2px' }),
  }),
)

export const outcome = style(
  inFeature({ color: vars.color.text, selectors: { '&:not(:empty)': { paddingTop: space.s } } }),
)
