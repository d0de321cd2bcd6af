import type { Product } from '#contract/catalogue.ts'
import { type Wordings, categoriesMeant, general, joined, partsOf, shareOf } from '#contract/otherWords.ts'
import { accents, alike, asAlike, mostWords, shortestTypo, wordsIn } from '#contract/words.ts'

/** The commonest of the words that the server ignores. */
const empty = new Set(
  'a an and are as at be by for from has her him his in is it my of on or our that the this to was with you your'.split(
    ' ',
  ),
)

/** What an occurrence counts for, by where it is found; as on the server. */
const worth = { name: 1, names: 0.4, text: 0.1 }
/** And to be in a category that is meant by a word. */
const worthOfCategory = 0.05

type Place = keyof typeof worth
type Entry = { product: Product; words: Record<Place, string[]> }

/**
 * The pieces that a query means among these, the best first, those that fit alike in the order given. As on the server
 * (`searchFor` in `server/catalogue/search.ts`): every word that says something must occur, in any form or as the start
 * of a word, or what else it may be written as; a word that occurs nowhere is taken for a typo of one in a name. The
 * piece whose number was typed comes first.
 */
export function searchSaved(pieces: readonly Product[], query: string): readonly Product[] {
  const parts = partsOf(plainWordsIn(joined(query)))
  const telling = parts.filter(([typed]) => typed.some((word) => !empty.has(word)))
  const wanted = (telling.length > 0 ? telling : parts).slice(0, mostWords)
  if (wanted.length === 0) return []
  const entries = pieces.map(entryOf)
  const meanings = wanted.map((wordings) => anyOf(wordings, entries))
  const number = query.trim().toLowerCase()
  return entries
    .map((entry) => ({
      product: entry.product,
      score: entry.product.sku.toLowerCase() === number ? Infinity : inEach(meanings, entry),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ product }) => product)
}

/** How well a piece matches; 0 if it does not. */
type Score = (entry: Entry) => number

function inEach(scores: readonly Score[], entry: Entry): number {
  const all = scores.map((score) => score(entry))
  return all.includes(0) ? 0 : all.reduce((sum, score) => sum + score, 0)
}

/** Another wording is for what there is: of what there is in none, the typed one is misspelt. */
function anyOf(wordings: Wordings, entries: readonly Entry[]): Score {
  const [asTyped, ...different] = wordings
  const isThere = (wording: readonly string[]) =>
    wording.length === 1 ||
    entries.some(({ words }) => Object.values(words).some((text) => stands(wording, text)))
  const [typed = [], ...others] = [asTyped, ...different.filter(isThere)].map((wording) =>
    wording.map((word) => meaningOf(word, entries)),
  )
  const found = [typed, ...others].filter((words) => words.every(({ isKnown }) => isKnown))
  const [first = typed] = found
  const scores = (found.length > 0 ? found : [typed]).map((words) => ({
    each: words.map(({ score }) => score),
    share: shareOf(words, first),
  }))
  return (entry) => Math.max(...scores.map(({ each, share }) => share * inEach(each, entry)))
}

/** One after the other: pieces of 10 mm, and others in carats, make none of 10 carat. */
const stands = (wording: readonly string[], text: readonly string[]): boolean =>
  text.some((_, at) =>
    wording.every((word, nth) => {
      const there = text[at + nth]
      return nth === wording.length - 1 ? (there?.startsWith(word) ?? false) : there === word
    }),
  )

function meaningOf(word: string, entries: readonly Entry[]): { isKnown: boolean; score: Score } {
  if (general.has(word))
    return { isKnown: true, score: ({ words }) => (occurs(word, words.name) ? worth.name : worthOfCategory) }
  const categories = categoriesMeant.get(word)
  const isIn = ({ product }: Entry, slugs: readonly string[] = []) =>
    product.categories.some(({ slug }) => slugs.includes(slug))
  const exactly = (entry: Entry) =>
    Math.max(
      ...(['name', 'names', 'text'] as const).map((place) =>
        occurs(word, entry.words[place]) ? worth[place] : 0,
      ),
      isIn(entry, categories) ? worthOfCategory : 0,
    )
  const nearly = ({ words }: Entry) => Math.max(0, ...words.names.map((name) => likeness(word, name)))
  // A known word means itself: 'ring' is no misspelt 'earring'. And a typo is recognised only in a word that is long
  // enough.
  const isKnown = categories !== undefined || entries.some((entry) => exactly(entry) > 0)
  if (isKnown || word.length < shortestTypo) {
    return { isKnown, score: (entry) => (exactly(entry) > 0 ? 2 * exactly(entry) + nearly(entry) : 0) }
  }
  const least = Math.max(alike, Math.max(...entries.map(nearly)) - asAlike)
  const meant = [...categoriesMeant].flatMap(([other, slugs]) =>
    likeness(word, other) >= least ? slugs : [],
  )
  return {
    isKnown,
    score: (entry) => (nearly(entry) >= alike ? nearly(entry) : isIn(entry, meant) ? worthOfCategory : 0),
  }
}

function entryOf(product: Product): Entry {
  const { name, categories, collections, materials, gemstones, short_description, description } = product
  const named = [...categories, ...collections, ...materials, ...gemstones].map((one) => one.name)
  return {
    product,
    words: {
      name: plainWordsIn(name),
      names: plainWordsIn([name, ...named].join(' ')),
      text: plainWordsIn(`${short_description} ${description}`),
    },
  }
}

const everyAccent = new RegExp(accents, 'g')
const plainWordsIn = (text: string): string[] => wordsIn(text.normalize('NFD').replaceAll(everyAccent, ''))

const occurs = (word: string, words: readonly string[]): boolean =>
  words.some((other) => other.startsWith(word) || stemOf(other) === stemOf(word))

/** Enough of English grammar for a jeweller's: rings, studs, pearls, anniversaries, boxes. */
const stemOf = (word: string): string =>
  word
    .replace(/ies$/, 'y')
    .replace(/(s|x|z|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1')

/** The share of trigrams that two words have in common, whether they are of one or of several. */
function likeness(one: string, other: string): number {
  const [a, b] = [trigramsOf(stemOf(one)), trigramsOf(stemOf(other))]
  const common = [...a].filter((part) => b.has(part)).length
  return common / (a.size + b.size - common)
}

function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}
