import { keyframes, style } from '@vanilla-extract/css'
import { startupLoader } from '#contract/constants.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, space, vars } from '#src/ui/tokens.css.ts'

const late = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } })
const leave = keyframes({ to: { visibility: 'hidden' } })

export const startup = style(
  inFeature({
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: space.l,
    minHeight: '60svh',
    color: vars.color.brand,
    fontSize: fontSize.lead,
    // Delayed a moment, so that somebody returning by one of the shop's own reloads never sees it.
    animation: `${late} 1ms 150ms backwards, ${leave} 1ms ${startupLoader}ms forwards`,
    selectors: { 'html[data-returning] &': { display: 'none' } },
  }),
)
export const mark = style(inFeature({ display: 'grid', fontSize: '2rem' }))
