import { sql } from 'drizzle-orm'
import type { Shop } from './shop.ts'

/** The content of every table except the named ones, as text. */
export async function contentOf(shop: Shop, but: readonly string[] = []): Promise<string> {
  const tables = await shop.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const parts: string[] = []
  for (const { name } of tables.rows.filter((table) => !but.includes(table.name))) {
    const { rows } = await shop.db.execute(sql`select t::text from ${sql.identifier(name)} t order by 1`)
    parts.push(`${name} ${JSON.stringify(rows)}`)
  }
  return parts.join('\n')
}
