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
const carats = /^(\d{1,2}|\d+\.\d+)(?:k|kt|karats?|carats?|cts?)$/

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

/** Each wording costs a search of its own. */
const mostWordings = 3

/** Names have a number of carats in one word, in two, or with a decimal point, which always stands apart from its unit. */
function inCarats(typed: readonly string[], number: string): Wordings {
  const apart = [
    [number, 'carat'],
    [number, 'ct'],
  ]
  const others = (number.includes('.') ? apart : [[`${number}ct`], ...apart]).filter(
    (wording) => wording.join(' ') !== typed.join(' '),
  )
  return [typed, ...others.slice(0, mostWordings - 1)]
}

/**
 * A search in parts, each of which has to be found: the fineness of metals and the weight of stones in all the wordings
 * that names have, '18 carat' as '18ct' and the other way about.
 * @param words as `wordsIn` gives them
 */
export function partsOf(words: readonly string[]): Wordings[] {
  const parts: Wordings[] = []
  let previous = ''
  for (const word of words) {
    const [, apart] = carats.exec(previous + word) ?? []
    const other = hallmarks.get(word)
    const [, whole] = carats.exec(other ?? word) ?? []
    if (apart !== undefined && apart === previous) parts.splice(-1, 1, inCarats([previous, word], apart))
    else if (previous === 'ankle' && /^bracelets?$/.test(word))
      parts.splice(-1, 1, [[previous, word], ['anklet']])
    else if (whole === undefined) parts.push(other === undefined ? [[word]] : [[word], [other]])
    else parts.push(inCarats([word], whole))
    previous = word
  }
  return [...new Map(parts.map((part) => [part[0].join(' '), part])).values()]
}

/**
 * What it counts for to be found by another wording than the first that is known: half as much, however many words
 * either has, so that what is called as it was typed comes first.
 */
export const shareOf = (wording: readonly unknown[], first: readonly unknown[]): number =>
  wording === first ? 1 : first.length / wording.length / 2
