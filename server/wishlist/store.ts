import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { and, desc, eq } from 'drizzle-orm'
import { loadProducts } from '../catalogue/store.ts'
import type { ProductRow } from '../catalogue/sources.ts'
import type { Db } from '../db/db.ts'
import { wishlist_entries } from '../db/schema/cart.ts'
import { notFound } from '../problem.ts'

export type EntryRow = { id: string; product: ProductRow }

/** What a customer wishes for, the newest wish first. */
export async function listWishes(db: Db, customer_id: string): Promise<EntryRow[]> {
  const entries = await db
    .select({ id: wishlist_entries.id, product_id: wishlist_entries.product_id })
    .from(wishlist_entries)
    .where(eq(wishlist_entries.customer_id, customer_id))
    .orderBy(desc(wishlist_entries.created_at), desc(wishlist_entries.id))
  const products = await loadProducts(
    db,
    entries.map((entry) => entry.product_id),
  )
  const byId = new Map(products.map((product) => [product.id, product]))
  return entries.flatMap(({ id, product_id }) => {
    const product = byId.get(product_id)
    // Withdrawn between the two statements: the wish goes with it.
    return product === undefined ? [] : [{ id, product }]
  })
}

/** Adds a piece, unless it is there already. @throws {ApiError} 404 unknown piece */
export async function addWish(
  db: Db,
  customer_id: string,
  product_id: number,
): Promise<{ entry: EntryRow; isNew: boolean }> {
  const product = await findPiece(db, product_id)
  const [added] = await db
    .insert(wishlist_entries)
    .values({ customer_id, product_id })
    .onConflictDoNothing({ target: [wishlist_entries.customer_id, wishlist_entries.product_id] })
    .returning({ id: wishlist_entries.id })
  if (added !== undefined) return { entry: { ...added, product }, isNew: true }
  const [present] = await db
    .select({ id: wishlist_entries.id })
    .from(wishlist_entries)
    .where(isWish(customer_id, product_id))
  // Removed by another call between the two statements: adding it once more is what was asked for.
  return present === undefined
    ? addWish(db, customer_id, product_id)
    : { entry: { ...present, product }, isNew: false }
}

/** Removes a piece, whether or not it is there. @throws {ApiError} 404 unknown piece */
export async function removeWish(db: Db, customer_id: string, product_id: number): Promise<void> {
  const removed = await db
    .delete(wishlist_entries)
    .where(isWish(customer_id, product_id))
    .returning({ id: wishlist_entries.id })
  if (removed.length === 0) await findPiece(db, product_id)
}

async function findPiece(db: Db, product_id: number): Promise<ProductRow> {
  const [product] = await loadProducts(db, [product_id])
  if (product === undefined) throw notFound(catalogueTexts.productNotFound)
  return product
}

const isWish = (customer_id: string, product_id: number) =>
  and(eq(wishlist_entries.customer_id, customer_id), eq(wishlist_entries.product_id, product_id))
