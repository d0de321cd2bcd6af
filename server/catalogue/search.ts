import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { SortBy } from '#contract/catalogue.ts'
import { wordsIn } from '#contract/words.ts'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { portionsOf } from '../db/portions.ts'
import { products } from '../db/schema/catalogue.ts'
import { sizeOf } from './sets.ts'
import { idsOf, orderOf, sliceOf } from './slice.ts'
import type { Slice } from './slice.ts'
import { alsoPlain, meaningsOf } from './words.ts'
import type { Meaning } from './words.ts'

/**
 * The same threshold as `alike`, for a catalogue word that is suggested in place of an unknown one: 'safire' and
 * 'sapphire' are 0.33.
 */
const likely = 0.25

/** So many words are looked up to find those that say something. */
const mostLookedUp = 24

/** Up to this many pieces are ranked by all their texts; more by how well the words fit, and then in curated order. */
const mostRead = 400

/** What a query means. `levels` are the pieces it finds, as those of a {@link Meaning}. */
export type Search = { levels: SQL; relevance: SQL }

/**
 * What a query means in SQL: every word that says something must occur, in any form or as the start of a word, in the names that a piece
 * is found by or in its description; a word that occurs nowhere is taken for a typo. Null when there is no word.
 */
export async function searchFor(db: Db, query: string): Promise<Search | null> {
  const meanings = await meaningsOf(db, wordsOf(query))
  const [first, ...others] = meanings.map(({ levels }) => levels)
  if (first === undefined) return null
  const levels = others.reduce(
    (one, other) => sql`
      select segment, a.level + b.level as level, bit_or(a.bits & b.bits) as bits
      from (${one}) a join (${other}) b using (segment) group by 1, 2`,
    first,
  )
  return { levels, relevance: sql.join(meanings.map(relevanceOf), sql` + `) }
}

/**
 * How many pieces a search finds, and the ids of a slice of them in an order; the texts of no more than `readAtMost`
 * pieces are read.
 */
export async function pageOf(
  db: Db,
  { levels, relevance }: Search,
  sort: SortBy,
  slice: Slice,
  readAtMost = mostRead,
): Promise<{ count: number; ids: number[] }> {
  if (sort !== 'best_match')
    return sliceOf(
      db,
      sql`select segment, bit_or(bits) as bits from (${levels}) levels group by segment`,
      sort,
      slice,
    )
  const { rows } = await db.execute<{ levels: { level: number; count: number }[]; ids: number[] | null }>(sql`
    with found as materialized (${levels})
    select
      (select coalesce(json_agg(counted order by level desc), '[]') from (
        select level, ${sizeOf(sql`bits`)} as count from found group by level) counted) as levels,
      case when (select ${sizeOf(sql`bits`)} from found) <= ${readAtMost} then array(
        select ${products.id} from ${products} where ${products.id} = ${idsOf(sql`found`)}
        order by ${relevance} desc, ${sql.join(orderOf(sort), sql`, `)} limit ${slice.size} offset ${slice.start}) end as ids`)
  const [found] = rows
  if (found === undefined) throw new Error('A search was not counted')
  const count = found.levels.reduce((sum, level) => sum + level.count, 0)
  if (found.ids !== null) return { count, ids: found.ids }
  const ids: number[] = []
  let before = 0
  for (const level of found.levels) {
    const start = Math.max(slice.start - before, 0)
    const size = Math.min(slice.size - ids.length, level.count - start)
    if (size > 0) {
      const pieces = sql`select segment, bits from (${levels}) levels where level = ${level.level}`
      ids.push(...(await sliceOf(db, pieces, sort, { start, size })).ids)
    }
    before += level.count
  }
  return { count, ids }
}

const relevanceOf = ({ word, asQuery }: Meaning): SQL =>
  sql`2 * ts_rank(${products.search_vector}, ${asQuery}) + ${alikeness(word, sql`${products.search_names}`)} + ${alikeness(word, sql`lower(${products.name})`)}`

/** How alike a word and a part of a text are. What stands there as it is needs no comparing, which takes long. */
const alikeness = (word: string, text: SQL): SQL =>
  /^[a-z\d.]+$/.test(word)
    ? sql`case when strpos(' ' || ${text} || ' ', ${` ${word} `}) > 0 then 1::real else word_similarity(${word}, ${text}) end`
    : sql`word_similarity(${word}, ${text})`

/** Nothing in these can be an operator of the search's own language. */
const wordsOf = (query: string): string[] => [...new Set(wordsIn(query))].slice(0, mostLookedUp)

/**
 * What a query with words that the catalogue does not know may have meant, likeliest first: with each of them replaced
 * by the nearest that it knows; and without those that nothing is near, such as the 'womens' of 'womens rings'. None if
 * all words are known.
 */
export async function respell(db: Db, query: string): Promise<string[]> {
  const words = wordsOf(query)
  const meanings = await meaningsOf(db, words)
  const spelt = new Map<string, string | null>()
  for (const { word, isKnown } of meanings) if (!isKnown) spelt.set(word, await nearest(db, word))
  if (spelt.size === 0) return []
  const whole = words.map((word) => spelt.get(word) ?? word)
  // A letter alone, as the one left of 'women’s', is the beginning of some word or other, and says nothing.
  const known = meanings.flatMap(
    ({ word }) => spelt.get(word) ?? (spelt.has(word) || word.length < 2 ? [] : word),
  )
  const wordings = new Set([whole, known].map((wording) => wording.join(' ')))
  return [...wordings].filter((wording) => wording !== '' && wording !== words.join(' '))
}

/** Of the words in the names, the one most like it. */
async function nearest(db: Db, word: string): Promise<string | null> {
  const { rows } = await db.execute<{ known: string }>(sql`
    select phrase as known from search_words_like(${word}, ${likely}) where similarity(phrase, ${word}) >= ${likely}
    order by similarity(phrase, ${word}) desc, phrase limit 1`)
  return rows[0]?.known ?? null
}

/**
 * Rebuilds the names by which pieces are found, of all or of those with these ids, and forgets what is in none. To be
 * called whenever a name they belong to has changed, or pieces have gone.
 */
export async function refreshSearchNames(db: Db, ids?: readonly number[]): Promise<void> {
  if (ids === undefined) await gatherNames(db, sql`true`)
  else for (const some of portionsOf(ids)) await gatherNames(db, isAmong(products.id, some))
  // Pieces leave their phrases behind, because others may have them too, even ones that are just being written.
  await db.execute(sql`select piece_sets_lock()`)
  await db.execute(
    sql`delete from search_phrases where not exists (select 1 from piece_sets where kind in ('@', '=') and name = phrase)`,
  )
}

const gatherNames = (db: Db, where: SQL) =>
  db.execute(sql`
    update products set search_names = gathered.names from (
      select id, ${alsoPlain(sql`own`)} as names from (
        select products.id, lower(concat_ws(' ', products.name,
          (select string_agg(c.name, ' ' order by c.id) from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = products.id),
          (select string_agg(c.name, ' ' order by c.id) from product_collections pc join collections c on c.id = pc.collection_id where pc.product_id = products.id),
          (select string_agg(m.name, ' ' order by m.id) from product_materials pm join materials m on m.id = pm.material_id where pm.product_id = products.id),
          (select string_agg(g.name, ' ' order by g.id) from product_gemstones pg join gemstones g on g.id = pg.gemstone_id where pg.product_id = products.id))) as own
        from products where ${where}) named) gathered
    where gathered.id = products.id and gathered.names <> products.search_names`)
