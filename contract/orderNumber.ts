import { orderNumberLength, orderNumberStart } from './orderTexts.ts'
import { codeOf } from './spelling.ts'

const separator = String.raw`[\s\p{Pd}\u2212]`
const separators = new RegExp(separator, 'gu')
const parts = new RegExp(String.raw`^(.+?)((?:${separator}*[A-Z\d]){${orderNumberLength}})$`, 'u')
/** No number that anybody writes is longer, and to look for its parts takes time that grows with the square of that. */
const longestWritten = 64

/**
 * An order's number as it is printed: pages write it with a number sign, and by hand its hyphen is left out, or becomes a
 * space or some dash, and the rest is written in groups.
 */
export function orderNumberOf(typed: string): string {
  const bare = codeOf(codeOf(typed).replace(/^#/, ''))
  if (bare.length > longestWritten) return bare
  return bare.replace(parts, (whole: string, start: string, rest: string) => {
    const drawn = rest.replace(separators, '')
    // Counted from the end, a character too few or too many would make another number of what was typed.
    const isTorn = rest[0] === drawn[0] && start !== orderNumberStart && whole.search(separators) >= 0
    return isTorn ? whole : `${start}-${drawn}`
  })
}
