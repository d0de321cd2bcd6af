import { style } from '@vanilla-extract/css'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, space, vars } from '#src/ui/tokens.css.ts'

export const root = style(
  inFeature({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space.xxl,
    // It gets the focus when what had it is gone, and is no control.
    ':focus': { outline: 'none' },
    '@media': {
      [media.from1000]: {
        gap: space.x4,
        alignItems: 'start',
        // Without a list, what is in the first column gets the whole width.
        selectors: { '&:has(li)': { gridTemplateColumns: '300px minmax(0, 1fr)' } },
      },
    },
  }),
)

export const summary = style(inFeature({ display: 'grid', justifyItems: 'start', gap: space.l }))
export const none = style(inFeature({ color: vars.color.textQuiet, fontSize: fontSize.lead }))
/** As high as the button that may come into it. */
export const way = style(inFeature({ minHeight: '48px', '@media': { [media.print]: { display: 'none' } } }))
export const invitation = style(inFeature({ color: vars.color.textQuiet }))
/** Two lines of text on the narrowest phone, which is as high as the button. */
export const unknown = style([
  invitation,
  inFeature({ display: 'flex', alignItems: 'center', columnGap: space.m }),
])
export const pending = style(inFeature({ height: '84px' }))
export const failure = style(inFeature({ marginTop: space.l }))
