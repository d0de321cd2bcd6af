import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'

/** How alike a word and a part of a name must be to count as meant, 0 to 1: 'braclet' and 'bracelet' are 0.6. */
const alike = 0.45

/** The same for a word of the catalogue that is offered instead of one it does not know: 'safire' and 'sapphire' are 0.33. */
const likely = 0.25

const mostWords = 8
const shortestTypo = 4

export type Search = { matches: SQL; relevance: SQL }

/**
 * What a query means in SQL: every word must occur, in any form or as the start of a word, in the names that a piece
 * is found by or in its description; a word that occurs nowhere is taken for a typo. Null when there is no word.
 */
export async function searchFor(db: Db, query: string): Promise<Search | null> {
  const words = wordsOf(query)
  if (words.length === 0) return null
  const typos = await typosAmong(db, words)
  const matches = sql.join(
    words.map((word) => (typos.has(word) ? nearly(word) : exactly(word))),
    sql` and `,
  )
  const scores = words.map(
    (word) =>
      sql`(2 * ts_rank(${products.search_vector}, ${asQuery(word)}) + word_similarity(${word}, ${products.search_names}) + word_similarity(${word}, lower(${products.name})))`,
  )
  return { matches: sql`(${matches})`, relevance: sql.join(scores, sql` + `) }
}

/** Letters and digits only, so nothing in a query can be an operator of the search's own language. */
function wordsOf(query: string): string[] {
  const words =
    query
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].slice(0, mostWords)
}

const asQuery = (word: string) =>
  sql`(to_tsquery('english', ${`${word}:*`}) || to_tsquery('simple', ${`${word}:*`}))`
const exactly = (word: string) => sql`${products.search_vector} @@ ${asQuery(word)}`

const nearly = (word: string) => sql`word_similarity(${word}, ${products.search_names}) >= ${alike}`

/**
 * Words that the catalogue does not know; one that it knows means itself, 'ring' is no misspelt 'earring'. A typo needs
 * letters to be told by. Asked beforehand, because a condition that decides this for itself can use no index.
 */
async function typosAmong(db: Db, words: readonly string[]): Promise<ReadonlySet<string>> {
  const long = words.filter((word) => word.length >= shortestTypo)
  if (long.length === 0) return new Set()
  const known = long.map((word) => sql`exists (select 1 from ${products} where ${exactly(word)})`)
  const { rows } = await db.execute<{ known: boolean[] }>(
    sql`select array[${sql.join(known, sql`, `)}] as known`,
  )
  return new Set(long.filter((_word, index) => rows[0]?.known[index] !== true))
}

/**
 * The query with each word that the catalogue does not know replaced by the nearest that it knows; null when there is
 * none to replace, or nothing near.
 */
export async function respell(db: Db, query: string): Promise<string | null> {
  const words = wordsOf(query)
  const spelt: string[] = []
  for (const word of words) spelt.push((await isKnown(db, word)) ? word : ((await nearest(db, word)) ?? word))
  return spelt.every((word, index) => word === words[index]) ? null : spelt.join(' ')
}

async function isKnown(db: Db, word: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ${products} where ${exactly(word)} limit 1`)
  return rows.length > 0
}

/** Of the words in the names that come nearest, the one most like it. */
async function nearest(db: Db, word: string): Promise<string | null> {
  const { rows } = await db.execute<{ known: string }>(sql`
    select known from (
      select distinct regexp_split_to_table(near.search_names, '[[:space:][:punct:]]+') as known from (
        select ${products.search_names} from ${products}
        order by word_similarity(${word}, ${products.search_names}) desc, ${products.id} limit 30) near) words
    where similarity(known, ${word}) >= ${likely} order by similarity(known, ${word}) desc, known limit 1`)
  return rows[0]?.known ?? null
}

/** Gathers anew what pieces are found by. To be called whenever a name they belong to has changed. */
export async function refreshSearchNames(db: Db): Promise<void> {
  await db.execute(sql`
    update products set search_names = lower(concat_ws(' ', products.name,
      (select string_agg(c.name, ' ') from product_categories pc join categories c on c.id = pc.category_id where pc.product_id = products.id),
      (select string_agg(c.name, ' ') from product_collections pc join collections c on c.id = pc.collection_id where pc.product_id = products.id),
      (select string_agg(m.name, ' ') from product_materials pm join materials m on m.id = pm.material_id where pm.product_id = products.id),
      (select string_agg(g.name, ' ') from product_gemstones pg join gemstones g on g.id = pg.gemstone_id where pg.product_id = products.id)))`)
}
