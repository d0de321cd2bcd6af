import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, fontWeight, size, space, vars } from '#src/ui/tokens.css.ts'

export const list = style(
  inFeature({ borderTop: `1px solid ${vars.color.line}`, containerType: 'inline-size' }),
)

/** Too narrow, for the size of the letters, for the stars and the words of a button beside each other. */
const narrow = '(max-width: calc(7.75rem + 100px))'

export const review = style(
  inFeature({
    position: 'relative',
    display: 'grid',
    justifyItems: 'start',
    gap: space.xs,
    paddingBlock: space.xl,
    borderBottom: `1px solid ${vars.color.line}`,
    overflowWrap: 'anywhere',
  }),
)

export const title = style(
  inFeature({
    marginTop: space.s,
    fontSize: fontSize.lead,
    fontWeight: fontWeight.semibold,
    lineHeight: 1.4,
    // In every review: whose it is, is not known yet.
    '@container': { [narrow]: { marginTop: `max(${size.touch}, 1.25 * ${fontSize.small} + 18px)` } },
  }),
)
export const meta = style(inFeature({ color: vars.color.textHint, fontSize: fontSize.small }))
export const text = style(
  inFeature({
    maxWidth: size.text,
    marginTop: space.s,
    color: vars.color.textQuiet,
    whiteSpace: 'pre-line',
  }),
)
// Beside the stars: it comes when the page has learnt whose review it is, and must not move what is below.
export const remove = style(
  inFeature({
    position: 'absolute',
    top: space.m,
    right: `-${space.m}`,
    // Below them.
    '@container': { [narrow]: { top: '40px', right: 'auto', left: `-${space.m}` } },
  }),
)
export const more = style(inFeature({ marginTop: space.xl }))
