import { orderNumberLength } from './orderTexts.ts'
import { codeOf } from './spelling.ts'

const parts = new RegExp(`^(.+?)[\\s\\p{Pd}\\u2212]*([A-Z\\d]{${orderNumberLength}})$`, 'u')
/** No number that anybody writes is longer, and to look for its parts takes time that grows with the square of that. */
const longestWritten = 64

/**
 * An order's number as it is printed: pages write it with a number sign, and by hand its hyphen is left out, or becomes a
 * space or some dash.
 */
export function orderNumberOf(typed: string): string {
  const bare = codeOf(codeOf(typed).replace(/^#/, ''))
  return bare.length > longestWritten ? bare : bare.replace(parts, '$1-$2')
}
