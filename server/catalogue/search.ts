import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { SortBy } from '#contract/catalogue.ts'
import { type Wordings, general, joined, partsOf, shareOf } from '#contract/otherWords.ts'
import { mostWords, wordsIn } from '#contract/words.ts'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { portionsOf } from '../db/portions.ts'
import { products } from '../db/schema/catalogue.ts'
import { hasSku } from './records.ts'
import { setOf, sizeOf } from './sets.ts'
import { idsOf, orderOf, sliceOf } from './slice.ts'
import type { Slice } from './slice.ts'
import { alsoPlain, bestOf, isIn, lookUp, meaningOf } from './words.ts'
import type { Meaning, Word } from './words.ts'

/**
 * The same threshold as `alike`, for a catalogue word that is suggested in place of an unknown one: 'safire' and
 * 'sapphire' are 0.33.
 */
const likely = 0.25

/** So many words are looked up to find those that say something. */
const mostLookedUp = 24

/** Above every level that words can have. */
const first = 100

/** Up to this many pieces are ranked by all their texts; more by how well the words fit, and then in curated order. */
const mostRead = 400

/**
 * What a query means in SQL: every word that says something must occur, in any form or as the start of a word, in the
 * names that a piece is found by or in its description, or what else it may be written as; a word that occurs nowhere is
 * taken for a typo. Null when there is no word. The piece whose number was typed comes first.
 */
export async function searchFor(db: Db, query: string): Promise<Meaning | null> {
  const parts = await partsMeant(db, query)
  if (parts.length === 0) return null
  const meanings: Meaning[] = []
  for (const { wordings } of parts) meanings.push(await anyOf(db, wordings))
  const { levels, relevance } = eachOf(meanings)
  const hasNumber = hasSku([query])
  const number = setOf(sql`select ${products.id} from ${products} where ${hasNumber}`)
  return {
    levels: bestOf([levels, sql`select segment, ${first}::int as level, bits from (${number}) numbered`]),
    relevance: sql`case when ${hasNumber} then ${first}::int else 0 end + ${relevance}`,
  }
}

/** A part of a query: what was typed, and by which words it is looked for. */
type Part = { typed: readonly Word[]; wordings: readonly (readonly Word[])[] }

/**
 * Stop words are left out, unless there are no others. Only the first few parts count. Another wording is for what the
 * catalogue has: of what it has in none, the typed one is misspelt.
 */
async function partsMeant(db: Db, query: string): Promise<Part[]> {
  const parts = partsOf(wordsIn(joined(query))).slice(0, mostLookedUp)
  const known = await lookUp(db, [...new Set(parts.flat(2))])
  const isThere = await standing(db, parts)
  const wordsOf = (wording: readonly string[]) => wording.flatMap((word) => known.get(word) ?? [])
  const read = parts.map(([typed, ...others]) => {
    const wordings = [typed, ...others.filter(isThere)].map(wordsOf)
    const found = wordings.filter((wording) => wording.every(({ isKnown }) => isKnown))
    return { typed: wordsOf(typed), wordings: found.length > 0 ? found : wordings.slice(0, 1) }
  })
  const telling = read.filter(({ typed }) => typed.some(({ isEmpty }) => !isEmpty))
  return (telling.length > 0 ? telling : read).slice(0, mostWords)
}

/**
 * Whether a wording of several words that was not typed stands in a text of the catalogue as it is. To know each of its
 * words is not enough: there may be pieces of 10 mm, and others in carats, without one of 10 carat.
 */
async function standing(
  db: Db,
  parts: readonly Wordings[],
): Promise<(wording: readonly string[]) => boolean> {
  const asked = parts.flatMap(([, ...others]) => others).filter(({ length }) => length > 1)
  if (asked.length === 0) return () => true
  const { rows } = await db.execute<{ wording: string }>(sql`
    select wording from unnest(${sql.param(asked.map((wording) => wording.join(' ')))}::text[]) given(wording)
    where exists (select 1 from ${products} where ${products.search_vector} @@ to_tsquery('english', replace(wording, ' ', ' <-> ') || ':*'))`)
  const there = new Set(rows.map(({ wording }) => wording))
  return (wording) => wording.length === 1 || there.has(wording.join(' '))
}

async function anyOf(db: Db, wordings: Part['wordings']): Promise<Meaning> {
  const [foremost = []] = wordings
  const meanings: Meaning[] = []
  for (const wording of wordings) {
    const words: Meaning[] = []
    for (const word of wording) words.push(await meaningOf(db, word))
    const { levels, relevance } = eachOf(words)
    if (wordings.length === 1) return { levels, relevance }
    const share = sql`${shareOf(wording, foremost)}::real`
    // To have some of the words of a wording is nothing.
    const hasAll = sql.join(wording.map(isIn), sql` and `)
    meanings.push({
      levels: sql`select segment, ceil(level * ${share})::int as level, bits from (${levels}) levels`,
      relevance: sql`case when ${hasAll} then ${share} * (${relevance}) else 0 end`,
    })
  }
  return {
    levels: bestOf(meanings.map(({ levels }) => levels)),
    relevance: sql`greatest(${sql.join(
      meanings.map(({ relevance }) => relevance),
      sql`, `,
    )})`,
  }
}

/** What is in each of these, as well as it fits all of them. */
function eachOf(meanings: readonly Meaning[]): Meaning {
  const [one = sql``, ...others] = meanings.map(({ levels }) => levels)
  return {
    levels: others.reduce(
      (some, other) => sql`
        select segment, a.level + b.level as level, bit_or(a.bits & b.bits) as bits
        from (${some}) a join (${other}) b using (segment) group by 1, 2`,
      one,
    ),
    relevance: sql.join(
      meanings.map(({ relevance }) => sql`(${relevance})`),
      sql` + `,
    ),
  }
}

/**
 * How many pieces a search finds, and the ids of a slice of them in an order; the texts of no more than `readAtMost`
 * pieces are read.
 */
export async function pageOf(
  db: Db,
  { levels, relevance }: Meaning,
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

/**
 * What a query with words that the catalogue does not know may have meant, likeliest first: with each of them replaced
 * by the nearest that it knows; and without those that nothing is near, such as the 'womens' of 'womens rings'. None if
 * all words are known, or if the rest goes for every piece.
 */
export async function respell(db: Db, query: string): Promise<string[]> {
  const words = [...new Set(wordsIn(query))].slice(0, mostLookedUp)
  const parts = await partsMeant(db, query)
  const spelt = new Map<string, string | null>()
  for (const { word, isKnown } of parts.filter(isUnknown).flatMap(({ typed }) => typed))
    if (!isKnown) spelt.set(word, await nearest(db, word))
  if (spelt.size === 0) return []
  const whole = words.map((word) => spelt.get(word) ?? word)
  // A letter alone, as the one left of 'women’s', is the beginning of some word or other, and says nothing.
  const known = parts
    .flatMap(({ typed }) => typed)
    .flatMap(({ word }) => spelt.get(word) ?? (spelt.has(word) || word.length < 2 ? [] : word))
  const wordings = new Set(
    [whole, known.every((word) => general.has(word)) ? [] : known].map((wording) => wording.join(' ')),
  )
  return [...wordings].filter((wording) => wording !== '' && wording !== words.join(' '))
}

const isUnknown = ({ wordings }: Part) => wordings.flat().some(({ isKnown }) => !isKnown)

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
