/** What every piece is: in a search it says nothing. With the misspellings that are met most. */
const general = new Set(['jewel', 'jewellery', 'jewellry', 'jewelery', 'jewelry', 'jewels'])

/** How the fineness of gold is written by shoppers, `18k` for one; by a jeweller, `18ct`. */
const fineness = /^(\d{1,2})(?:k|kt|karats?|carats?|cts?)$/

/**
 * A search that found nothing as its shopper may have meant it: without the words that go for every piece, and with the
 * fineness of gold as names have it, '18 carat' as '18ct'. Null if it is the same search.
 * @param words as `wordsIn` gives them
 */
export function inOtherWords(words: readonly string[]): readonly string[] | null {
  const others: string[] = []
  for (const word of words) {
    if (general.has(word)) continue
    const number = others.at(-1) ?? ''
    const [, apart] = fineness.exec(number + word) ?? []
    const [, whole] = fineness.exec(word) ?? []
    if (apart !== undefined && apart === number) others[others.length - 1] = `${apart}ct`
    else others.push(whole === undefined ? word : `${whole}ct`)
  }
  return others.join(' ') === words.join(' ') ? null : others
}
