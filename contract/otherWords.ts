/** What every piece is: in a search it says nothing. With the misspellings that are met most. */
const general = new Set(['jewel', 'jewellery', 'jewellry', 'jewelery', 'jewelry', 'jewels'])

/** How the fineness of gold is written by shoppers, `18k` for one; by a jeweller, `18ct`. */
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

/**
 * A search that found nothing as its shopper may have meant it: without the words that go for every piece, and with the
 * fineness of metals as names have it, '18 carat' as '18ct'. Null if it is the same search.
 * @param words as `wordsIn` gives them
 */
export function inOtherWords(words: readonly string[]): readonly string[] | null {
  const others: string[] = []
  for (const word of words) {
    if (general.has(word)) continue
    const previous = others.at(-1) ?? ''
    const [, apart] = fineness.exec(previous + word) ?? []
    const [, whole] = fineness.exec(word) ?? []
    if (apart !== undefined && apart === previous) others[others.length - 1] = `${apart}ct`
    else if (previous === 'ankle' && /^bracelets?$/.test(word)) others[others.length - 1] = 'anklet'
    else others.push(whole === undefined ? (hallmarks.get(word) ?? word) : `${whole}ct`)
  }
  return others.join(' ') === words.join(' ') ? null : others
}
