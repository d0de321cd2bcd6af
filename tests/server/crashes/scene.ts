import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { newPiece } from '#tests/server/orders/pieces.ts'
import type { Program } from '#tests/support/program.ts'
import { type Data, openShop } from '#tests/support/shop.ts'
import { faults, ordersBy, pieces } from './audit.ts'
import { type BasketLine, type Buyer, crowd } from './crowd.ts'

/**
 * Creates pieces with these stocks, and a crowd for a shop that is still closed; each basket holds what `basketOf`
 * says, with the pieces by their ids.
 */
export async function setScene(
  data: Data,
  stocks: readonly number[],
  size: number,
  basketOf: (ids: readonly number[], index: number) => BasketLine[],
): Promise<{ ids: number[]; buyers: Buyer[] }> {
  const shop = await openShop({ data })
  const ids: number[] = []
  for (const stock of stocks) ids.push((await newPiece(shop, { stock })).id)
  const buyers = await crowd(shop, size, (index) => basketOf(ids, index))
  await shop.close()
  return { ids, buyers }
}

/** One of each piece. */
export const oneOfEach = (ids: readonly number[]): BasketLine[] =>
  ids.map((product_id) => ({ product_id, quantity: 1 }))

/** Closes the server as the system does at shutdown. */
export async function closeServer({ child, exit }: Program): Promise<void> {
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
}

/** What the shop's books say once it has recovered and is closed; this also checks that nothing in them is wrong. */
export async function readBooks(data: Data, ids: readonly number[]) {
  const shop = await openShop({ data })
  expect(await faults(shop.db, { isRecovered: true })).toEqual({})
  const { rows } = await shop.db.execute<{ id: string; status: string }>(
    sql`select id, status from payment_attempts`,
  )
  const books = {
    orders: await ordersBy(shop.db),
    pieces: await pieces(shop.db, ids),
    /** What became of each attempt to pay, by its id. */
    attempts: new Map(rows.map(({ id, status }) => [id, status])),
  }
  await shop.close()
  return books
}
