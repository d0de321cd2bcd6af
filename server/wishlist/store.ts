import { authTexts } from '#contract/authTexts.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { largestWishlist } from '#contract/constants.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { and, desc, eq } from 'drizzle-orm'
import { unauthenticated } from '../auth/signedIn.ts'
import { loadProducts } from '../catalogue/store.ts'
import type { ProductRow } from '../catalogue/sources.ts'
import type { Db } from '../db/db.ts'
import { wishlist_entries } from '../db/schema/cart.ts'
import { customers } from '../db/schema/customers.ts'
import { ApiError, notFound } from '../http/problem.ts'

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

/**
 * Adds a piece, unless it is there already. To be called in a transaction.
 * @throws {ApiError} 404 unknown piece, 400 a full wishlist, 401 when its owner is leaving for good in this moment
 */
export async function addWish(
  db: Db,
  customer_id: string,
  product_id: number,
): Promise<{ entry: EntryRow; isNew: boolean }> {
  const product = await findPiece(db, product_id)
  await holdOwner(db, customer_id)
  const [present] = await db
    .select({ id: wishlist_entries.id })
    .from(wishlist_entries)
    .where(isWish(customer_id, product_id))
  if (present !== undefined) return { entry: { ...present, product }, isNew: false }
  const wished = await db.$count(wishlist_entries, eq(wishlist_entries.customer_id, customer_id))
  if (wished >= largestWishlist) throw new ApiError(400, 'invalid_input', wishlistTexts.full)
  const [added] = await db
    .insert(wishlist_entries)
    .values({ customer_id, product_id })
    .returning({ id: wishlist_entries.id })
  if (added === undefined) throw new Error('A wish was not added')
  return { entry: { ...added, product }, isNew: true }
}

/** Until the end of the transaction: of what is added at once, each counts those before it. */
async function holdOwner(db: Db, customer_id: string): Promise<void> {
  const held = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customer_id))
    .for('no key update')
  if (held.length === 0) throw unauthenticated(authTexts.sessionExpired)
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
