import { keyframes, style } from '@vanilla-extract/css'
import { startupLoader } from '#contract/constants.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, space, vars } from '#src/ui/tokens.css.ts'

const late = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } })
const leave = keyframes({ to: { visibility: 'hidden' } })

/** A page that is there soon never shows that it was waited for. */
export const afterAWhile = style(inFeature({ animation: `${late} 1ms 600ms both` }))

export const startup = style(
  inFeature({
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'center',
    gap: space.l,
    minHeight: '60svh',
    color: vars.color.brand,
    fontSize: fontSize.lead,
    animation: `${leave} 1ms ${startupLoader}ms forwards`,
  }),
)
export const mark = style(inFeature({ display: 'grid', fontSize: '2rem' }))
