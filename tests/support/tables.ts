import { sql } from 'drizzle-orm'
import type { Shop } from './shop.ts'

/** The content of every table except the named ones, as text. */
export async function contentOf(shop: Shop, but: readonly string[] = []): Promise<string> {
  const parts: string[] = []
  for (const name of (await tablesOf(shop)).filter((table) => !but.includes(table))) {
    const { rows } = await shop.db.execute(sql`select t::text from ${sql.identifier(name)} t order by 1`)
    parts.push(`${name} ${JSON.stringify(rows)}`)
  }
  return parts.join('\n')
}

/**
 * Where the shop's tables have these digits as a number or as a word of a text, once for each time: the table, the
 * column, and inside JSON the names that lead there. In a moment of time they are nobody's.
 */
export async function placesOf(shop: Shop, digits: string): Promise<string[]> {
  const isWord = new RegExp(String.raw`\b${digits}\b`)
  const placesIn = (value: unknown, place: string): string[] => {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([name, inner]) => placesIn(inner, `${place}.${name}`))
    const text = String(value)
    return isWord.test(text) && isWord.test(text.replaceAll(moment, '')) ? [place] : []
  }
  const places: string[] = []
  for (const name of await tablesOf(shop)) {
    const { rows } = await shop.db.execute<{ row: unknown }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t`,
    )
    places.push(...rows.flatMap(({ row }) => placesIn(row, name)))
  }
  return places.toSorted()
}

const moment = /\d{4}-\d\d-\d\d[T ][\d:.]+/g

async function tablesOf(shop: Shop): Promise<string[]> {
  const { rows } = await shop.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}
