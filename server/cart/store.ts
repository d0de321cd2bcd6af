import { authTexts } from '#contract/authTexts.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { NewCartItem } from '#contract/cart.ts'
import { largestCart, largestQuantity } from '#contract/constants.ts'
import { Uuid } from '#contract/fields.ts'
import { loadProducts } from '../catalogue/store.ts'
import type { ProductRow, VariantRow } from '../catalogue/store.ts'
import type { Db } from '../db/db.ts'
import { cart_items, carts } from '../db/schema/cart.ts'
import { ApiError, notFound } from '../problem.ts'

/** A line as it stands now, with today's price and stock; amounts in pence. */
export type CartLine = { id: string; product: ProductRow; variant: VariantRow | null; quantity: number }
export type CartRows = { id: string; lines: CartLine[] }

/** As much of a piece, or of a variant of it, as says what it costs and how many there are. */
type Sellable = {
  product: Pick<ProductRow, 'price' | 'stock_quantity'> & { variants: readonly unknown[] }
  variant: Pick<VariantRow, 'price' | 'stock_quantity'> | null
}

/** What one piece of the line costs, in pence. */
export const priceOf = ({ product, variant }: Sellable): number => variant?.price ?? product.price

/** How many of the line's piece can be had. None where the piece has come in variants since it was put in. */
export function stockOf({ product, variant }: Sellable): number {
  if (variant !== null) return Math.min(variant.stock_quantity, product.stock_quantity)
  return product.variants.length > 0 ? 0 : product.stock_quantity
}

/** The customer's cart, made at the first time; lines in the order in which they were put in. */
export async function readCart(db: Db, customer_id: string): Promise<CartRows> {
  const [found] = await db.select({ id: carts.id }).from(carts).where(eq(carts.customer_id, customer_id))
  const id = found?.id ?? (await lockCart(db, customer_id))
  return { id, lines: await readLines(db, id) }
}

/**
 * Holds the customer's cart for this transaction, making it at the first time: its writes go one at a time.
 * @throws {ApiError} 401 when its owner is leaving for good in this moment
 */
async function lockCart(db: Db, customer_id: string): Promise<string> {
  await db.insert(carts).values({ customer_id }).onConflictDoNothing({ target: carts.customer_id })
  const [cart] = await db
    .select({ id: carts.id })
    .from(carts)
    .where(eq(carts.customer_id, customer_id))
    .for('update')
  // It was there a moment ago, and a cart goes only with its owner.
  if (cart === undefined) throw new ApiError(401, 'unauthenticated', authTexts.sessionExpired)
  return cart.id
}

/**
 * Puts pieces into the cart, on top of those of the same variant that are in it.
 * @throws {ApiError} 404 unknown piece, 400 no or a foreign variant, above stock, or a full cart
 */
export async function addItem(
  db: Db,
  customer_id: string,
  { product_id, variant_id, quantity }: NewCartItem,
): Promise<CartLine> {
  const cart_id = await lockCart(db, customer_id)
  const piece = await findPiece(db, product_id, variant_id)
  const isSamePiece = and(
    eq(cart_items.cart_id, cart_id),
    eq(cart_items.product_id, product_id),
    sql`${cart_items.variant_id} is not distinct from ${variant_id}::int`,
  )
  const [present] = await db.select().from(cart_items).where(isSamePiece)
  const wanted = (present?.quantity ?? 0) + quantity
  refuseAboveStock(piece, wanted)
  if (present !== undefined) {
    await touch(db, cart_id)
    return { ...piece, ...(await write(db, present.id, wanted)) }
  }

  const [lines] = await db.select({ count: count() }).from(cart_items).where(eq(cart_items.cart_id, cart_id))
  if (lines !== undefined && lines.count >= largestCart) throw refusal(cartTexts.full)
  const [added] = await db
    .insert(cart_items)
    .values({ cart_id, product_id, variant_id, quantity: wanted })
    .returning({ id: cart_items.id })
  if (added === undefined) throw new Error('A line was not added')
  await touch(db, cart_id)
  return { ...piece, id: added.id, quantity: wanted }
}

/** Sets how many of a line are wanted. @throws {ApiError} 404 when it is not (or no longer) theirs, 400 above stock */
export async function setQuantity(
  db: Db,
  customer_id: string,
  item_id: string,
  quantity: number,
): Promise<CartLine> {
  const cart_id = await lockCart(db, customer_id)
  const item = await findItem(db, cart_id, item_id)
  const piece = await findPiece(db, item.product_id, item.variant_id)
  refuseAboveStock(piece, quantity)
  await touch(db, cart_id)
  return { ...piece, ...(await write(db, item.id, quantity)) }
}

/** Takes a line out. @throws {ApiError} 404 when it is not (or no longer) theirs */
export async function removeItem(db: Db, customer_id: string, item_id: string): Promise<void> {
  const cart_id = await lockCart(db, customer_id)
  const item = await findItem(db, cart_id, item_id)
  await db.delete(cart_items).where(eq(cart_items.id, item.id))
  await touch(db, cart_id)
}

/** Takes all lines out. Call it with the cart held, where what was in it matters. */
export async function clearCart(db: Db, customer_id: string): Promise<void> {
  const cart_id = await lockCart(db, customer_id)
  await db.delete(cart_items).where(eq(cart_items.cart_id, cart_id))
  await touch(db, cart_id)
}

/** @throws {ApiError} 400 when so many cannot be had of the piece */
function refuseAboveStock(piece: Pick<CartLine, 'product' | 'variant'>, wanted: number): void {
  const stock = stockOf(piece)
  if (stock === 0) throw new ApiError(400, 'out_of_stock', catalogueTexts.outOfStock)
  if (wanted > stock) throw new ApiError(400, 'out_of_stock', cartTexts.onlyLeft(stock))
  if (wanted > largestQuantity) throw refusal(`Quantity must be at most ${largestQuantity}`)
}

async function readLines(db: Db, cart_id: string): Promise<CartLine[]> {
  const items = await db
    .select()
    .from(cart_items)
    .where(eq(cart_items.cart_id, cart_id))
    .orderBy(asc(cart_items.created_at), asc(cart_items.id))
  const products = await loadProducts(db, [...new Set(items.map((item) => item.product_id))])
  const byId = new Map(products.map((product) => [product.id, product]))
  return items.flatMap(({ id, product_id, variant_id, quantity }) => {
    const product = byId.get(product_id)
    // Withdrawn between the two statements: the line goes with it.
    if (product === undefined) return []
    const variant = product.variants.find((candidate) => candidate.id === variant_id) ?? null
    return variant_id !== null && variant === null ? [] : [{ id, product, variant, quantity }]
  })
}

async function findPiece(db: Db, product_id: number, variant_id: number | null) {
  const [product] = await loadProducts(db, [product_id])
  if (product === undefined) throw notFound(catalogueTexts.productNotFound)
  if (variant_id === null) {
    if (product.variants.length > 0) throw refusal(catalogueTexts.chooseVariant, 'variant_id')
    return { product, variant: null }
  }
  const variant = product.variants.find((candidate) => candidate.id === variant_id)
  if (variant === undefined) throw refusal(catalogueTexts.chooseVariant, 'variant_id')
  return { product, variant }
}

async function findItem(db: Db, cart_id: string, item_id: string) {
  const [item] = v.is(Uuid, item_id)
    ? await db
        .select()
        .from(cart_items)
        .where(and(eq(cart_items.id, item_id), eq(cart_items.cart_id, cart_id)))
    : []
  if (item === undefined) throw notFound(cartTexts.itemGone)
  return item
}

async function write(db: Db, id: string, quantity: number): Promise<{ id: string; quantity: number }> {
  await db.update(cart_items).set({ quantity }).where(eq(cart_items.id, id))
  return { id, quantity }
}

/** Each change of a cart changes its own row: a checkout sees by it that what it asked the payment for has changed. */
async function touch(db: Db, cart_id: string): Promise<void> {
  await db
    .update(carts)
    .set({ updated_at: sql`now()` })
    .where(eq(carts.id, cart_id))
}

const refusal = (message: string, field?: string) =>
  new ApiError(400, 'invalid_input', message, field === undefined ? {} : { errors: { [field]: [message] } })
