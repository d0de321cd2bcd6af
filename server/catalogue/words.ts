import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { categoriesMeant } from '#contract/otherWords.ts'
import { accents, alike, asAlike, mostWords, shortestTypo } from '#contract/words.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { filedUnder, setOf } from './sets.ts'

/** Two words written as one, as 'goldring', have this many letters. */
const shortestPair = 8

/**
 * By this much a pair of words must resemble the typo more than any single word does to be what was meant: 'whitegold'
 * and 'white gold' are 0.7, and 'white' is 0.5.
 */
const clearly = 0.1

/** After every text that begins with the same letters, in the order of bytes that sets are kept in. */
const last = '\u{10FFFF}'

/**
 * What a word of a query means. `levels` are the pieces that it finds, as sets with how well each fits (`level`, more
 * is better); each piece is in the set of its best level.
 */
export type Meaning = { word: string; asQuery: SQL; isKnown: boolean; levels: SQL }

/**
 * Looks words up in the catalogue. A word that is there means itself: 'ring' is no misspelt 'earring'. Stop words such
 * as 'and' and 'with' are left out, unless there are no others: the texts are indexed without them. Only the first few
 * words count.
 */
export async function meaningsOf(db: Db, words: readonly string[]): Promise<Meaning[]> {
  if (words.length === 0) return []
  // The beginnings that a word stands for, as its query has them; none for a query of another shape, such as of two.
  const { rows } = await db.execute<{
    word: string
    stems: string[] | null
    isEmpty: boolean
    isKnown: boolean
  }>(sql`
    select word, stems, numnode(to_tsquery('english', word)) = 0 as "isEmpty", case when stems is null
      then exists (select 1 from ${products} where ${products.search_vector} @@ query)
      else exists (select 1 from unnest(stems) stem, unnest(array['A', 'B', 'D']) its(kind), lateral (
        select 1 from piece_sets where kind = its.kind and name >= stem and name < stem || ${last} limit 1) found)
      end as "isKnown"
    from unnest(${sql.param(words)}::text[]) with ordinality given(word, nth)
      cross join lateral (select ${asQueryOf(sql`word`)} as query offset 0) queries
      cross join lateral (select case when query::text ~ '^(''[^''\\\\]+'':\\*( \\| |$))*$'
        then array(select distinct m[1] from regexp_matches(query::text, '''([^'']+)''', 'g') m) end as stems offset 0) parsed
    order by nth`)
  const telling = rows.filter(({ isEmpty }) => !isEmpty)
  const meanings: Meaning[] = []
  for (const { word, stems, ...row } of (telling.length > 0 ? telling : rows).slice(0, mostWords)) {
    const asQuery = asQueryOf(sql`${word}::text`)
    const categories = categoriesMeant.get(word)
    const isKnown = row.isKnown || categories !== undefined
    const levels = !isKnown
      ? await nearly(db, word)
      : stems === null
        ? ofTexts(sql`select ${products.id} from ${products} where ${products.search_vector} @@ ${asQuery}`)
        : exactly(stems, categories)
    meanings.push({ word, asQuery, isKnown, levels })
  }
  return meanings
}

/** Without the accents that keyboards lack. */
const plain = (text: SQL): SQL =>
  sql`normalize(regexp_replace(normalize(${text}, nfd), ${accents}, '', 'g'), nfc)`

/** Names, followed by the same without accents if they have any, so that they are found by either. */
export const alsoPlain = (names: SQL): SQL => sql`concat_ws(' ', ${names}, nullif(${plain(names)}, ${names}))`

const asQueryOf = (word: SQL) =>
  sql`(to_tsquery('english', ${word} || ':*') || to_tsquery('simple', ${word} || ':*')
    || case when ${plain(word)} <> ${word} then to_tsquery('english', ${plain(word)} || ':*') else '' end)`

const weights = [
  { kind: 'A', level: 2 },
  { kind: 'B', level: 1 },
  { kind: 'D', level: 0 },
]

/**
 * In the own name is better than in the other names, and that is better than in the description, or than only to be in
 * one of some categories.
 */
function exactly(stems: readonly string[], categories: readonly string[] = []): SQL {
  // Each range on its own, so that the database looks it up and does not read all sets to compare them.
  const ranges = weights.flatMap(({ kind, level }) =>
    stems.map(
      (stem) => sql`
        select segment, ${level}::int as level, bits from piece_sets
        where kind = ${kind} and name >= ${stem} and name < ${stem + last}`,
    ),
  )
  if (categories.length > 0)
    ranges.push(sql`select segment, 0 as level, bits from (${filedUnder('category', categories)}) filed`)
  return best(sql`
    select segment, level, bit_or(bits) as bits from (${sql.join(ranges, sql` union all `)}) ranges group by 1, 2`)
}

/**
 * Pieces with names in which something is like a word that is not known; and if that is like a word that stands for some
 * categories, those of them.
 */
async function nearly(db: Db, word: string): Promise<SQL> {
  if (word.length < shortestTypo) return ofTexts(sql`select 0 where false`)
  // Of pairs only those are asked for that are clearly more like it than any word: each word is in thousands of them.
  const { rows } = await db.execute<{ phrase: string; alike: number }>(sql`
    with words as materialized (
      select phrase, alike from search_words_like(${word}, ${alike})
      union select meant, word_similarity(${word}, meant) from unnest(${sql.param([...categoriesMeant.keys()])}::text[]) meant
        where word_similarity(${word}, meant) >= ${alike})
    select phrase, alike from words
    union all select phrase, alike from search_pairs_like(${word}, coalesce((select max(alike) from words) + ${clearly}::real, ${alike}))
    where ${word.length >= shortestPair} or not exists (select 1 from words)`)
  const most = Math.max(...rows.map((row) => row.alike))
  const isMeant = (row: { alike: number }) => row.alike >= most - asAlike
  const levels = rows.map((row) => (isMeant(row) ? 2 : 0))
  const categories = rows.filter(isMeant).flatMap(({ phrase }) => categoriesMeant.get(phrase) ?? [])
  return best(sql`
    select segment, level, bit_or(bits) as bits from (
      select segment, level + own as level, bits
      from unnest(${sql.param(rows.map(({ phrase }) => phrase))}::text[], ${sql.param(levels)}::int[]) near(phrase, level),
        (values ('@', 1), ('=', 0)) names(names, own),
        lateral (select segment, bits from piece_sets where kind = names and name = phrase offset 0) pieces
      union all select segment, 0 as level, bits from (${filedUnder('category', categories)}) filed) near
    group by 1, 2`)
}

/** Of sets that have pieces in common, each piece only in that of its best level. */
const best = (levels: SQL): SQL => sql`
  select segment, level, bits & ~coalesce(
    bit_or(bits) over (partition by segment order by level desc rows between unbounded preceding and 1 preceding), 0::bit(16384)) as bits
  from (${levels}) levels`

/** Pieces of which no more is known than that they are meant. */
const ofTexts = (ids: SQL): SQL => sql`select segment, 0 as level, bits from (${setOf(ids)}) pieces`
