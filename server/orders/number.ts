import { orderNumberLength } from '#contract/orderTexts.ts'
import { codeOf } from '#contract/spelling.ts'

const parts = new RegExp(`^(.+?)[\\s\\p{Pd}\\u2212]*([A-Z\\d]{${orderNumberLength}})$`, 'u')

/**
 * An order's number as it is printed: pages write it with a number sign, and by hand its hyphen is left out, or becomes a
 * space or some dash.
 */
export const orderNumberOf = (typed: string): string =>
  codeOf(codeOf(typed).replace(/^#/, '')).replace(parts, '$1-$2')
