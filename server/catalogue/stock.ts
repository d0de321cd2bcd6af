import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { products, variants } from '../db/schema/catalogue.ts'

/**
 * A quantity of one piece, or of one of its variants, which then had a name; an id is null if that has gone since it was
 * bought.
 */
type FormerLine = {
  product_id: number | null
  variant_id: number | null
  variant_name: string | null
  quantity: number
}

/**
 * Puts back what an order took (`../orders/placing.ts`), when it is cancelled. Returns the lines that could not be put
 * back, because the shop no longer has the piece or its variant.
 */
export async function returnStock<Line extends FormerLine>(db: Db, lines: readonly Line[]): Promise<Line[]> {
  await lockRows(
    db,
    lines.flatMap(({ product_id, variant_id }) => (product_id === null ? [] : [{ product_id, variant_id }])),
  )
  const left: Line[] = []
  for (const line of lines) {
    if (!(await putBack(db, line))) left.push(line)
  }
  return left
}

async function putBack(db: Db, line: FormerLine): Promise<boolean> {
  const { product_id, variant_id, variant_name, quantity } = line
  // The stock of a piece that has lost its last variant was counted after that.
  if (product_id === null || (variant_id === null && variant_name !== null)) return false
  if (variant_id !== null) {
    const returned = await db
      .update(variants)
      .set({ stock_quantity: sql`${variants.stock_quantity} + ${quantity}` })
      .where(and(eq(variants.id, variant_id), eq(variants.product_id, product_id)))
      .returning({ id: variants.id })
    if (returned.length === 0) return false
  }
  const returned = await db
    .update(products)
    .set({ stock_quantity: sql`${products.stock_quantity} + ${quantity}` })
    .where(and(eq(products.id, product_id), variant_id === null ? hasNoVariants : undefined))
    .returning({ id: products.id })
  return returned.length > 0
}

// Stock of a piece with variants belongs to them: without one there is nothing to take, and nowhere to put it back.
const hasNoVariants = sql`not exists (select 1 from ${variants} where ${variants.product_id} = ${products.id})`

/** Everybody locks pieces before variants, each by id, so that there is no deadlock. */
async function lockRows(
  db: Db,
  lines: readonly { product_id: number; variant_id: number | null }[],
): Promise<void> {
  const productIds = [...new Set(lines.map((line) => line.product_id))]
  const variantIds = [
    ...new Set(lines.flatMap(({ variant_id }) => (variant_id === null ? [] : [variant_id]))),
  ]
  await lockPieces(db, productIds)
  if (variantIds.length === 0) return
  await db
    .select({ id: variants.id })
    .from(variants)
    .where(inArray(variants.id, variantIds))
    .orderBy(asc(variants.id))
    .for('no key update')
}

/**
 * Locks these pieces until the end of the transaction, in which they are changed. They can be put into carts and
 * wishlists meanwhile: a reference to a piece needs only its key, which is not locked.
 */
export const lockPieces = (db: Db, ids: readonly number[]): Promise<void> => lock(db, ids, 'no key update')

/** The same for who removes them: nothing may begin to refer to what is going. */
export const lockPiecesToRemove = (db: Db, ids: readonly number[]): Promise<void> => lock(db, ids, 'update')

async function lock(db: Db, ids: readonly number[], strength: 'update' | 'no key update'): Promise<void> {
  if (ids.length === 0) return
  await db
    .select({ id: products.id })
    .from(products)
    .where(isAmong(products.id, ids))
    .orderBy(asc(products.id))
    .for(strength)
}
