import { authTexts } from '#contract/authTexts.ts'
import { cartTexts, optionGone } from '#contract/cartTexts.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { NewCartItem } from '#contract/cart.ts'
import { lineKey } from '#contract/cartLine.ts'
import { largestCart, largestQuantity, largestSubtotal } from '#contract/constants.ts'
import { Uuid } from '#contract/fields.ts'
import { formatMoney } from '#contract/money.ts'
import { available } from '#contract/stock.ts'
import { loadProducts } from '../catalogue/store.ts'
import type { ProductRow, VariantRow } from '../catalogue/sources.ts'
import type { Db } from '../db/db.ts'
import { cart_items, carts } from '../db/schema/cart.ts'
import type { FormerLine } from '../db/schema/cart.ts'
import { products, variants } from '../db/schema/catalogue.ts'
import { ApiError, notFound } from '../http/problem.ts'

/** A piece as far as a cart shows it. */
type CartPiece = Pick<
  ProductRow,
  | 'id'
  | 'slug'
  | 'name'
  | 'price'
  | 'compare_at_price'
  | 'stock_quantity'
  | 'low_stock_threshold'
  | 'short_description'
  | 'sku'
  | 'variant_label'
> & { image: string | null; category: string | null; variants: readonly Pick<VariantRow, 'id'>[] }

/** A line as it stands now, with today's price and stock; amounts in pence. */
export type CartLine = {
  id: string
  product: CartPiece
  variant: Pick<VariantRow, 'id' | 'name' | 'price' | 'stock_quantity'> | null
  quantity: number
}
export type CartRows = { id: string; lines: CartLine[] }

/** The price of one piece of the line, in pence. */
export const priceOf = ({
  product,
  variant,
}: {
  product: { price: number }
  variant: { price: number } | null
}): number => variant?.price ?? product.price

/** The customer's cart, made at the first time; lines in the order in which they were put in. */
export async function readCart(db: Db, customer_id: string): Promise<CartRows> {
  const [found] = await db.select({ id: carts.id }).from(carts).where(eq(carts.customer_id, customer_id))
  const id = found?.id ?? (await lockCart(db, customer_id))
  return { id, lines: await readLines(db, id) }
}

/**
 * Locks the customer's cart for this transaction, making it if there is none: its writes happen one at a time.
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
 * Adds pieces to the cart, on top of the same variant already in it.
 * @throws {ApiError} 404 unknown piece, 400 no or a foreign variant, above stock, a full cart, or more than one order
 * can come to
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
  await refuseAboveLargest(db, cart_id, piece, wanted, present?.id)
  if (present !== undefined) {
    await touch(db, cart_id)
    return { ...piece, ...(await write(db, present.id, wanted)) }
  }

  const [lines] = await db.select({ count: count() }).from(cart_items).where(eq(cart_items.cart_id, cart_id))
  if (lines !== undefined && lines.count >= largestCart) throw refusal(cartTexts.full)
  await hold(db, product_id, variant_id)
  const [added] = await db
    .insert(cart_items)
    .values({ cart_id, product_id, variant_id, quantity: wanted })
    .returning({ id: cart_items.id })
  if (added === undefined) throw new Error('A line was not added')
  await touch(db, cart_id)
  return { ...piece, id: added.id, quantity: wanted }
}

/**
 * Sets how many of a line are wanted.
 * @throws {ApiError} 404 when it is not (or no longer) theirs, 400 above stock, or where more come to too much
 */
export async function setQuantity(
  db: Db,
  customer_id: string,
  item_id: string,
  quantity: number,
): Promise<CartLine> {
  const cart_id = await lockCart(db, customer_id)
  const item = await findItem(db, cart_id, item_id)
  if (item.former !== null) throw outOfStock()
  const piece = await findPiece(db, item.product_id, item.variant_id)
  refuseAboveStock(piece, quantity)
  // A smaller quantity is always accepted: prices may have risen since the pieces were added.
  if (quantity > item.quantity) await refuseAboveLargest(db, cart_id, piece, quantity, item.id)
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

/** Takes all lines out, or only these, by their {@link lineKey}, as far as they are still there. */
export async function clearCart(db: Db, customer_id: string, lines?: readonly string[]): Promise<void> {
  const cart_id = await lockCart(db, customer_id)
  const { id, product_id, variant_id } = cart_items
  const items = await db
    .select({ id, product_id, variant_id })
    .from(cart_items)
    .where(eq(cart_items.cart_id, cart_id))
  const gone = items.filter((item) => lines?.includes(lineKey(item)) ?? true)
  await db.delete(cart_items).where(
    inArray(
      id,
      gone.map((item) => item.id),
    ),
  )
  await touch(db, cart_id)
}

const outOfStock = () => new ApiError(400, 'out_of_stock', catalogueTexts.outOfStock)

/** @throws {ApiError} 400 if the piece's stock is less than that */
function refuseAboveStock(piece: Pick<CartLine, 'product' | 'variant'>, wanted: number): void {
  const stock = available(piece)
  if (stock === 0) throw outOfStock()
  if (wanted > stock) throw new ApiError(400, 'out_of_stock', cartTexts.onlyLeft(stock))
  if (wanted > largestQuantity) throw refusal(`Quantity must be at most ${largestQuantity}`)
}

/**
 * The message about pieces that come to more than one order can: in the cart, and, if prices have risen since, at
 * checkout.
 */
export const aboveLargest = () =>
  refusal(
    `Pieces of at most ${formatMoney(largestSubtotal)} can be ordered at once. Please order the rest separately.`,
  )

/**
 * @throws {ApiError} 400 if so many of a piece, which may be in the line already, come to too much together with the
 * other lines
 */
async function refuseAboveLargest(
  db: Db,
  cart_id: string,
  piece: Pick<CartLine, 'product' | 'variant'>,
  wanted: number,
  line?: string,
): Promise<void> {
  const worth = sql`${cart_items.quantity}::bigint * coalesce(${variants.price}, ${products.price})`
  const [others] = await db
    .select({ worth: sql`coalesce(sum(${worth}), 0)`.mapWith(Number) })
    .from(cart_items)
    .innerJoin(products, eq(products.id, cart_items.product_id))
    .leftJoin(variants, eq(variants.id, cart_items.variant_id))
    .where(
      and(
        eq(cart_items.cart_id, cart_id),
        isNull(cart_items.former),
        line === undefined ? undefined : ne(cart_items.id, line),
      ),
    )
  if ((others?.worth ?? 0) + wanted * priceOf(piece) > largestSubtotal) throw aboveLargest()
}

async function readLines(db: Db, cart_id: string): Promise<CartLine[]> {
  const items = await db
    .select()
    .from(cart_items)
    .where(eq(cart_items.cart_id, cart_id))
    .orderBy(asc(cart_items.created_at), asc(cart_items.id))
  const rows = await loadProducts(db, [...new Set(items.map((item) => item.product_id))])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return items.flatMap(({ id, product_id, variant_id, quantity, former }) => {
    const row = byId.get(product_id)
    const product = row === undefined ? formerPiece(former) : pieceOf(row)
    const variant =
      row?.variants.find((candidate) => candidate.id === variant_id) ??
      (former?.variant ? { ...former.variant, stock_quantity: 0 } : null)
    // Withdrawn between the two statements: the next reading has it as what it was.
    if (product === null || (variant_id !== null && variant === null)) return []
    return [{ id, product, variant, quantity }]
  })
}

const pieceOf = (row: ProductRow): CartPiece => ({
  ...row,
  image: (row.images.find((candidate) => candidate.is_default) ?? row.images[0])?.image ?? null,
  category: row.categories[0]?.name ?? null,
})

const formerPiece = (former: FormerLine | null): CartPiece | null =>
  former?.product === undefined ? null : { ...former.product, stock_quantity: 0, variants: [] }

/**
 * Locks a piece until it is in the cart: somebody withdrawing it meanwhile waits, and then finds the line.
 * @throws {ApiError} 400 when it has been withdrawn in this moment
 */
async function hold(db: Db, product_id: number, variant_id: number | null): Promise<void> {
  // The piece in any case: a withdrawal looks for its lines before its variants are deleted.
  const pieces = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.id, product_id))
    .for('key share')
  if (pieces.length === 0) throw outOfStock()
  if (variant_id === null) return
  const sizes = await db
    .select({ id: variants.id })
    .from(variants)
    .where(eq(variants.id, variant_id))
    .for('key share')
  if (sizes.length === 0) throw outOfStock()
}

async function findPiece(db: Db, product_id: number, variant_id: number | null) {
  const [row] = await loadProducts(db, [product_id])
  if (row === undefined) throw notFound(catalogueTexts.productNotFound)
  const product = pieceOf(row)
  if (variant_id === null) {
    if (product.variants.length > 0) throw refusal(catalogueTexts.chooseVariant, 'variant_id')
    return { product, variant: null }
  }
  const variant = row.variants.find((candidate) => candidate.id === variant_id)
  if (variant === undefined) throw refusal(optionGone, 'variant_id')
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
