/**
 * What every piece is: in a search it tells no piece from another, unless it is in a name. With the misspellings that are
 * met most.
 */
export const general: ReadonlySet<string> = new Set([
  'jewel',
  'jewellery',
  'jewellry',
  'jewelery',
  'jewelry',
  'jewels',
])

/** How shoppers write the fineness of gold, and what a stone weighs, `18k` for one; by a jeweller, `18ct`. */
const fineness = /^(\d{1,2})(?:k|kt|karats?|carats?|cts?)$/

/** The fineness that is struck into a piece, in thousandths, as names have it (Hallmarking Act 1973, schedule 2). */
const hallmarks = new Map([
  ['375', '9ct'],
  ['585', '14ct'],
  ['750', '18ct'],
  ['916', '22ct'],
  ['925', 'sterling'],
  ['950', 'platinum'],
])

/** What shoppers mean by words that few names have, by the slugs of the categories in which it is kept. */
export const categoriesMeant: ReadonlyMap<string, readonly string[]> = new Map(
  ['necklace', 'necklaces'].map((word) => [word, ['pendants', 'chains']]),
)

/** 'ear rings' in one word: else it would find only what has both words in its texts. */
export const joined = (query: string): string => query.replaceAll(/\bear[\s-]+(?=rings?\b)/gi, 'ear')

/** What finds a part of a search: any of these, with each of its words. The first is what was typed. */
export type Wordings = readonly [readonly string[], ...(readonly string[])[]]

/**
 * A search in parts, each of which has to be found: the fineness of metals also as names have it, '18 carat' as '18ct'.
 * @param words as `wordsIn` gives them
 */
export function partsOf(words: readonly string[]): Wordings[] {
  const parts: Wordings[] = []
  let previous = ''
  for (const word of words) {
    const [, apart] = fineness.exec(previous + word) ?? []
    const [, whole] = fineness.exec(word) ?? []
    const other = whole === undefined ? hallmarks.get(word) : `${whole}ct`
    if (apart !== undefined && apart === previous) parts.splice(-1, 1, [[previous, word], [`${apart}ct`]])
    else if (previous === 'ankle' && /^bracelets?$/.test(word))
      parts.splice(-1, 1, [[previous, word], ['anklet']])
    else parts.push(other === undefined || other === word ? [[word]] : [[word], [other]])
    previous = word
  }
  return [...new Map(parts.map((part) => [part[0].join(' '), part])).values()]
}
