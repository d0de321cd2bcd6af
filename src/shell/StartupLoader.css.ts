import { keyframes, style } from '@vanilla-extract/css'
import { startupLoader } from '#contract/constants.ts'
import * as button from '#src/ui/Button.css.ts'
import { inFeature } from '#src/ui/layers.css.ts'
import { fontSize, media, space, vars } from '#src/ui/tokens.css.ts'

/** In milliseconds. A phone on a slow line is still at it after less. */
const patience = 10_000

const late = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } })
const leave = keyframes({ to: { visibility: 'hidden' } })

/** What waits and what is said afterwards take the same place, so that nothing moves. */
export const startup = style(
  inFeature({
    display: 'grid',
    placeItems: 'center',
    minHeight: '60svh',
    paddingInline: space.l,
    textAlign: 'center',
  }),
)
const part = inFeature({ gridArea: '1 / 1', display: 'grid', justifyItems: 'center', gap: space.l })
export const waiting = style([
  part,
  inFeature({
    color: vars.color.brand,
    fontSize: fontSize.lead,
    // Delayed a moment, so that somebody returning by one of the shop's own reloads never sees it.
    animation: `${late} 1ms 150ms backwards, ${leave} 1ms ${startupLoader}ms forwards`,
    selectors: { 'html[data-returning] &': { display: 'none' } },
    '@media': { [media.withoutScripts]: { display: 'none' } },
  }),
])
/** The page may be without its scripts for longer than the loader is shown. */
export const slow = style([
  part,
  inFeature({
    color: vars.color.textQuiet,
    animation: `${late} 1ms ${startupLoader}ms backwards, ${leave} 1ms ${patience}ms forwards`,
    '@media': { [media.withoutScripts]: { display: 'none' } },
  }),
])
export const stuck = style([
  part,
  inFeature({
    maxWidth: '480px',
    animation: `${late} 1ms ${patience}ms backwards`,
    '@media': { [media.withoutScripts]: { animation: 'none' } },
  }),
])
export const mark = style(inFeature({ display: 'grid', fontSize: '2rem' }))
export const reason = style(inFeature({ color: vars.color.textQuiet, textWrap: 'balance' }))
export const actions = style(
  inFeature({
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'center',
    gap: `${space.m} ${space.xl}`,
    marginTop: space.s,
  }),
)
export const again = style([button.root, button.size.m, button.tone.primary])
export const home = style([button.root, button.size.m, button.tone.quiet, inFeature({ paddingInline: 0 })])
