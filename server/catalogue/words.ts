import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { categoriesMeant, general } from '#contract/otherWords.ts'
import { alike, asAlike, shortestTypo } from '#contract/words.ts'
import { withoutAccents } from '../db/accents.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { everyPiece, filedUnder, setOf } from './sets.ts'

/** Two words written as one, as 'goldring', have this many letters. */
const shortestPair = 8

/**
 * By this much a pair of words must resemble the typo more than any single word does to be what was meant: 'whitegold'
 * and 'white gold' are 0.7, and 'white' is 0.5.
 */
const clearly = 0.1

/** After every text that begins with the same letters, in the order of bytes that sets are kept in. */
const last = '\u{10FFFF}'

/** Pieces as sets with how well each fits (`level`, more is better); each piece is in the set of its best level. */
export type Meaning = { levels: SQL; relevance: SQL }

/**
 * A word of a query and what the catalogue knows of it. It says nothing (`isEmpty`) if the texts are indexed without it,
 * as without 'and' and 'with'. `stems` are the beginnings that it stands for, as its query has them; none for a query of
 * another shape, such as of two.
 */
export type Word = { word: string; stems: string[] | null; isEmpty: boolean; isKnown: boolean }

/** Looks words up in the catalogue. */
export async function lookUp(db: Db, words: readonly string[]): Promise<Map<string, Word>> {
  if (words.length === 0) return new Map()
  const { rows } = await db.execute<Word>(sql`
    select word, stems, numnode(to_tsquery('english', word)) = 0 as "isEmpty", case when stems is null
      then exists (select 1 from ${products} where ${products.search_vector} @@ query)
      else exists (select 1 from unnest(stems) stem, unnest(array['A', 'B', 'D']) its(kind), lateral (
        select 1 from piece_sets where kind = its.kind and name >= stem and name < stem || ${last} limit 1) found)
      end as "isKnown"
    from unnest(${sql.param(words)}::text[]) given(word)
      cross join lateral (select ${asQueryOf(sql`word`)} as query offset 0) queries
      cross join lateral (select case when query::text ~ '^(''[^''\\\\]+'':\\*( \\| |$))*$'
        then array(select distinct m[1] from regexp_matches(query::text, '''([^'']+)''', 'g') m) end as stems offset 0) parsed`)
  return new Map(
    rows.map((row) => [
      row.word,
      { ...row, isKnown: row.isKnown || categoriesMeant.has(row.word) || general.has(row.word) },
    ]),
  )
}

/** What a word means. One that is known means itself: 'ring' is no misspelt 'earring'. */
export async function meaningOf(db: Db, word: Word): Promise<Meaning> {
  const { search_vector, search_names, name } = products
  const asQuery = asQueryOf(sql`${word.word}::text`)
  if (general.has(word.word))
    return {
      levels: exactly(word.stems ?? [], inOwnName, everyPiece),
      relevance: sql`2 * ts_rank('{0, 0, 0, 1}', ${search_vector}, ${asQuery})`,
    }
  const [inNames, inName] = [search_names, sql`lower(${name})`].map((text) =>
    alikeness(word.word, sql`${text}`),
  )
  return {
    levels: await levelsOf(db, word, asQuery),
    relevance: sql`2 * ts_rank(${search_vector}, ${asQuery}) + ${inNames} + ${inName}`,
  }
}

/** Whether a word is anywhere in what a piece is found by. */
export const isIn = ({ word }: Word): SQL =>
  sql`${products.search_vector} @@ ${asQueryOf(sql`${word}::text`)}`

async function levelsOf(db: Db, { word, stems, isKnown }: Word, asQuery: SQL): Promise<SQL> {
  if (!isKnown) return nearly(db, word)
  if (stems === null)
    return ofTexts(sql`select ${products.id} from ${products} where ${products.search_vector} @@ ${asQuery}`)
  const categories = categoriesMeant.get(word)
  return exactly(stems, weights, categories && filedUnder('category', categories))
}

/** How alike a word and a part of a text are. What stands there as it is needs no comparing, which takes long. */
const alikeness = (word: string, text: SQL): SQL =>
  /^[a-z\d.]+$/.test(word)
    ? sql`case when strpos(' ' || ${text} || ' ', ${` ${word} `}) > 0 then 1::real else word_similarity(${word}, ${text}) end`
    : sql`word_similarity(${word}, ${text})`

/** Names, followed by the same without accents if they have any, so that they are found by either. */
export const alsoPlain = (names: SQL): SQL =>
  sql`concat_ws(' ', ${names}, nullif(${withoutAccents(names)}, ${names}))`

const asQueryOf = (word: SQL) =>
  sql`(to_tsquery('english', ${word} || ':*') || to_tsquery('simple', ${word} || ':*')
    || case when ${withoutAccents(word)} <> ${word} then to_tsquery('english', ${withoutAccents(word)} || ':*') else '' end)`

const weights = [
  { kind: 'A', level: 2 },
  { kind: 'B', level: 1 },
  { kind: 'D', level: 0 },
]
const inOwnName = weights.slice(0, 1)

/**
 * In the own name is better than in the other names, and that is better than in the description, or than only to be one
 * of those that are meant as well.
 */
function exactly(stems: readonly string[], places: typeof weights, meant?: SQL): SQL {
  // Each range on its own, so that the database looks it up and does not read all sets to compare them.
  const ranges = places.flatMap(({ kind, level }) =>
    stems.map(
      (stem) => sql`
        select segment, ${level}::int as level, bits from piece_sets
        where kind = ${kind} and name >= ${stem} and name < ${stem + last}`,
    ),
  )
  if (meant !== undefined) ranges.push(sql`select segment, 0 as level, bits from (${meant}) meant`)
  return bestOf(ranges)
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

/** The same of several such queries, each piece by the best that any of them says. */
export const bestOf = (levels: readonly SQL[]): SQL =>
  best(sql`
    select segment, level, bit_or(bits) as bits from (${sql.join([...levels], sql` union all `)}) levels group by 1, 2`)

/** Of sets that have pieces in common, each piece only in that of its best level. */
const best = (levels: SQL): SQL => sql`
  select segment, level, bits & ~coalesce(
    bit_or(bits) over (partition by segment order by level desc rows between unbounded preceding and 1 preceding), 0::bit(16384)) as bits
  from (${levels}) levels`

/** Pieces of which no more is known than that they are meant. */
const ofTexts = (ids: SQL): SQL => sql`select segment, 0 as level, bits from (${setOf(ids)}) pieces`
