import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { crowd } from '#tests/server/crashes/crowd.ts'
import { openShop } from '#tests/support/shop.ts'
import { newPiece, readyShopper } from './pieces.ts'

test('an order reads neither what is counted of others nor other carts, however many there are', async () => {
  const shop = await openShop({ environment: { RATE_LIMIT: 'on' } })
  const { id: product_id } = await newPiece(shop, { stock: 50 })
  const others = 2_000
  await crowd(shop, others, () => [{ product_id, quantity: 1 }])
  await shop.db.execute(sql`insert into rate_limits (key, window_start, count)
    select 'other ' || number, now(), 1 from generate_series(1, ${others}::int) number`)
  // As in a shop that has been open for a while, with the plans that this gives.
  await shop.db.execute(sql`analyze`)

  /** How many rows of each table have ever been read. */
  const rowsRead = async () => {
    // The embedded database has one session, whose own counts these are.
    await shop.db.execute(sql`select pg_stat_force_next_flush()`)
    const { rows } = await shop.db.execute<{ name: string; count: number }>(
      sql`select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_user_tables`,
    )
    return new Map(rows.map(({ name, count }) => [name, count]))
  }
  const shoppers = []
  for (let count = 0; count < 10; count += 1) shoppers.push(await readyShopper(shop, [{ product_id }]))
  const before = await rowsRead()
  for (const shopper of shoppers) expect((await shopper.checkout()).status).toBe(201)
  const after = await rowsRead()
  for (const table of ['rate_limits', 'cart_items', 'orders', 'payment_attempts'])
    expect((after.get(table) ?? 0) - (before.get(table) ?? 0), table).toBeLessThan(others)
  await shop.close()
})
