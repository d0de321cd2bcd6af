// The cascade of the shop: reset < ui < feature. A later layer wins whatever the specificity, so a feature may
// always adjust a primitive by passing it a class, and nobody needs `!important` or doubled selectors.
//
//   export const root = style(inUi({ color: vars.color.text }))            in src/ui
//   export const root = style(inFeature({ color: vars.color.text }))       in features, shell and routes
//
// Media queries and selectors go inside as usual: inUi({ '@media': { [media.from768]: { … } } }).
import { type GlobalStyleRule, type StyleRule, globalLayer } from '@vanilla-extract/css'

const reset = globalLayer('reset')
const ui = globalLayer('ui')
const feature = globalLayer('feature')

type LayeredRule = Omit<StyleRule, '@layer'>

/** For element selectors only: everything may override it. */
export const inReset = (rule: Omit<GlobalStyleRule, '@layer'>) => ({ '@layer': { [reset]: rule } })

/** For the primitives in src/ui. */
export const inUi = (rule: LayeredRule) => ({ '@layer': { [ui]: rule } })

/** For features, shell and routes: wins over the primitives. */
export const inFeature = (rule: LayeredRule) => ({ '@layer': { [feature]: rule } })
