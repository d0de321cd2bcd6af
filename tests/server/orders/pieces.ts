import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { paths } from '#contract/paths.ts'
import { accessTokens } from '#server/auth/tokens.ts'
import { coupons } from '#server/db/schema/cart.ts'
import { product_images, products, variants } from '#server/db/schema/catalogue.ts'
import { customers, sessions } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import { newOrderNumber } from '#server/orders/store.ts'
import type { Reply, Shop } from '#tests/support/shop.ts'

export type Shopper = Awaited<ReturnType<typeof newShopper>>

/** A signed-in customer without the cost of hashing a password: tests of stock need hundreds. */
export async function newShopper(shop: Shop) {
  const [customer] = await shop.db
    .insert(customers)
    .values({
      email: `${randomUUID()}@example.com`,
      first_name: 'Ada',
      last_name: 'Quince',
      contact_no: '02079460123',
    })
    .returning()
  if (customer === undefined) throw new Error('No customer')
  const [session] = await shop.db
    .insert(sessions)
    .values({ customer_id: customer.id, expires_at: new Date('2099-01-01') })
    .returning()
  if (session === undefined) throw new Error('No session')
  const token = await accessTokens(shop.config.sessionSecret, () => new Date()).sign({
    customer_id: customer.id,
    session_id: session.id,
  })
  const call = (method: string, path: string, options: Parameters<Shop['call']>[2] = {}) =>
    shop.call(method, path, { token, ...options })
  return {
    id: customer.id,
    email: customer.email,
    token,
    call,
    add: (product_id: number, quantity = 1, variant_id: number | null = null) =>
      call('POST', paths.cartItems, { body: { product_id, variant_id, quantity } }),
  }
}

/** A shopper with an address, and what they would order with. */
export async function readyShopper(
  shop: Shop,
  lines: { product_id: number; quantity?: number; variant_id?: number }[],
) {
  const shopper = await newShopper(shop)
  const saved = await shopper.call('POST', paths.addresses, { body: address })
  const { id: address_id } = data<{ id: string }>(saved)
  for (const { product_id, quantity, variant_id } of lines) {
    const added = await shopper.add(product_id, quantity, variant_id)
    if (added.status !== 201) throw new Error(JSON.stringify(added.body))
  }
  const order = (change: object = {}) => ({
    shipping_address_id: address_id,
    payment_method: 'card',
    payment_data: card(),
    ...change,
  })
  return {
    ...shopper,
    address_id,
    order,
    checkout: (change: object = {}, options: { key?: string; path?: string } = {}) =>
      shopper.call('POST', options.path ?? paths.checkout, {
        body: order(change),
        ...(options.key !== undefined && { key: options.key }),
      }),
  }
}

export const address = {
  full_name: 'Ada Quince',
  phone: '020 7946 0123',
  address_line_1: '1 Plum Lane',
  address_line_2: '',
  city: 'London',
  state: 'Greater London',
  postal_code: 'N1 1AA',
  country: 'United Kingdom',
}

export const card = (card_number = '4242 4242 4242 4242', cvv = '123') => ({
  name: 'Ada Quince',
  card_number,
  expiry: '12/40',
  cvv,
})

/** A piece of its own for a test; `price` in pence. With `sizes`, a variant for each of those stocks. */
export async function newPiece(
  shop: Pick<Shop, 'db'>,
  { stock = 10, price = 24_900, sizes }: { stock?: number; price?: number; sizes?: number[] } = {},
) {
  const name = `piece-${randomUUID()}`
  const [piece] = await shop.db
    .insert(products)
    .values({
      sku: name,
      slug: name,
      name: 'Damson Ring',
      description: 'A ring the colour of a plum.',
      short_description: 'A plum ring',
      meta_title: 'Damson Ring',
      meta_description: 'A ring',
      price,
      stock_quantity: sizes?.reduce((sum, size) => sum + size, 0) ?? stock,
      low_stock_threshold: 3,
      variant_label: sizes ? 'Ring size' : null,
      weight: 2,
    })
    .returning()
  if (piece === undefined) throw new Error('No piece')
  await shop.db.insert(product_images).values({
    product_id: piece.id,
    image: '/pictures/ring.avif',
    alt_text: 'A ring',
    is_default: true,
    position: 0,
  })
  const rows =
    sizes === undefined
      ? []
      : await shop.db
          .insert(variants)
          .values(
            sizes.map((stock_quantity, position) => ({
              product_id: piece.id,
              name: `Size ${position}`,
              sku: `${name}-${position}`,
              price: price + position * 1_000,
              stock_quantity,
              position,
            })),
          )
          .returning()
  return { id: piece.id, variants: rows.map((row) => row.id) }
}

/** A second picture that is the piece's main one. */
export async function addMainPicture(shop: Pick<Shop, 'db'>, product_id: number): Promise<void> {
  await shop.db
    .update(product_images)
    .set({ is_default: false })
    .where(eq(product_images.product_id, product_id))
  const main = { image: '/pictures/main.avif', alt_text: 'The front', is_default: true, position: 1 }
  await shop.db.insert(product_images).values({ product_id, ...main })
}

/** So many more orders like the customer's newest, a millisecond apart, the last of them at that time. */
export async function copyOrder(shop: Pick<Shop, 'db'>, id: string, count: number, until: Date) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
  if (order === undefined) throw new Error('No order')
  const copies = Array.from({ length: count }, (_, nth) => ({
    ...order,
    id: randomUUID(),
    order_number: newOrderNumber(),
    created_at: new Date(until.getTime() - nth),
  }))
  await shop.db.insert(orders).values(copies)
  return copies.map(({ order_number }) => order_number)
}

export async function skuOf(shop: Shop, product_id: number): Promise<string> {
  const [row] = await shop.db.select().from(products).where(eq(products.id, product_id))
  if (row === undefined) throw new Error('No piece')
  return row.sku
}

export async function stockOf(shop: Shop, product_id: number): Promise<number> {
  const [row] = await shop.db.select().from(products).where(eq(products.id, product_id))
  return row?.stock_quantity ?? Number.NaN
}

export async function variantStock(shop: Shop, product_id: number, id: number): Promise<number> {
  const [row] = await shop.db
    .select()
    .from(variants)
    .where(and(eq(variants.id, id), eq(variants.product_id, product_id)))
  return row?.stock_quantity ?? Number.NaN
}

export async function addCoupons(shop: Shop): Promise<void> {
  await shop.db
    .insert(coupons)
    .values([
      { code: 'SAVE10', percent: 10, expires_at: null },
      { code: 'SAVE20', percent: 20, expires_at: null },
      { code: 'WELCOME5', percent: 5, expires_at: new Date('2026-01-01') },
    ])
    .onConflictDoNothing()
}

/** The `data` of an answer, whose shape is checked by the test that reads it. */
export const data = <T>(reply: Reply): T => partOf(reply, 'data') as T
export const messageOf = (reply: Reply): string => String(partOf(reply, 'message'))

/** Without it the answer is another than was expected, and says why. */
function partOf({ status, body }: Reply, name: 'data' | 'message'): unknown {
  const part = Object.getOwnPropertyDescriptor(Object(body), name)
  if (part === undefined) throw new Error(`No ${name} in ${status}: ${JSON.stringify(body)}`)
  return part.value
}

export const statuses = (replies: readonly Reply[]) =>
  replies.map((reply) => reply.status).sort((a, b) => a - b)
/** The ids of so many pieces that differ only in their names. */
export async function newPieces(shop: Pick<Shop, 'db'>, count: number): Promise<number[]> {
  const { id } = await newPiece(shop)
  const [piece] = await shop.db.select().from(products).where(eq(products.id, id))
  if (piece === undefined) throw new Error('No piece')
  const { id: _id, ...fields } = piece
  const added = await shop.db
    .insert(products)
    .values(Array.from({ length: count }, () => ({ ...fields, sku: randomUUID(), slug: randomUUID() })))
    .returning({ id: products.id })
  return added.map((other) => other.id)
}

export const several = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
