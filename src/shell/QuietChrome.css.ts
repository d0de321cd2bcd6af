import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, size, space, vars } from '#src/ui/tokens.css.ts'

export const header = style(
  inFeature({ background: vars.color.surface, borderBottom: `1px solid ${vars.color.line}` }),
)
export const row = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: '1fr auto 1fr',
    alignItems: 'center',
    minHeight: '60px',
    '@media': { [media.from768]: { minHeight: '84px' } },
  }),
)
export const back = style(
  inFeature({
    display: 'inline-flex',
    alignItems: 'center',
    justifySelf: 'start',
    gap: space.s,
    minHeight: size.touch,
    minWidth: size.touch,
    color: vars.color.textQuiet,
    fontSize: fontSize.small,
    textDecoration: 'none',
    // The order is placed: the cart is empty.
    selectors: { 'body:has([data-placed]) &': { visibility: 'hidden' } },
  }),
)
/** On the narrowest screens the arrow alone has to do; the text stays for screen readers. */
export const backText = style(
  inFeature({
    '@media': {
      'screen and (max-width: 479.98px)': {
        position: 'absolute',
        width: '1px',
        height: '1px',
        overflow: 'hidden',
        clipPath: 'inset(50%)',
        whiteSpace: 'nowrap',
      },
    },
  }),
)

export const footer = style(inFeature({ borderTop: `1px solid ${vars.color.line}`, paddingBlock: space.xl }))
export const footerRow = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: space.l,
    color: vars.color.textHint,
    fontSize: fontSize.small,
  }),
)
/** A number, or opening hours: no line breaks within it, unless large letters make it longer than the line. */
export const whole = style(inFeature({ display: 'inline-block' }))
