import { orderAlphabet, orderNumberLength, orderNumberStart } from '#contract/orderTexts.ts'
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import type { Column, SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/fields.ts'
import { toPounds } from '#contract/money.ts'
import type { Order, OrderItem, OrderStatus, TrackedOrder } from '#contract/order.ts'
import type { Contact } from '#contract/checkout.ts'
import { shippingMethods } from '#contract/shipping.ts'
import { withoutAccents } from '../db/accents.ts'
import type { Db } from '../db/db.ts'
import { order_events, orders } from '../db/schema/orders.ts'
import type { Recipient } from '../mail/recipient.ts'

/** Its characters come from the system's random source. */
export function newOrderNumber(): string {
  const character = () => orderAlphabet[randomInt(orderAlphabet.length)]
  return `${orderNumberStart}-${Array.from({ length: orderNumberLength }, character).join('')}`
}

/** How many orders are read at a time: all of them are worked on in one go, while everybody else waits. */
const mostAtOnce = 200

/** A customer's orders, newest first; of very many the newest. */
export async function listOrders(db: Db, customer_id: string): Promise<Order[]> {
  const rows = await selectRows(db, eq(orders.customer_id, customer_id)).limit(mostAtOnce)
  return rows.map(toOwnOrder)
}

/** How many orders are read and written at a time where there are more to come: that takes some milliseconds. */
const portion = 50

/** Really all of them, in portions, each with whom it is for and its payment; null where the customer is not shown that. */
export async function* ordersWithContact(
  db: Db,
  customer_id: string,
): AsyncGenerator<(Order & { contact: Contact | null; payment_reference: string | null })[], void> {
  let isLater: SQL | undefined
  for (;;) {
    const rows = await selectRows(db, and(eq(orders.customer_id, customer_id), isLater)).limit(portion)
    yield rows.map((row) => ({
      ...toOwnOrder(row),
      contact: row.is_recipient_hidden ? null : row.contact,
      payment_reference: row.is_recipient_hidden ? null : row.payment_reference,
    }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < portion) return
    isLater = sql`(${orders.created_at}, ${orders.id}) < (${last.created_at.toISOString()}::timestamptz, ${last.id}::uuid)`
  }
}

/** One of the customer's own orders, by its number (in any case) or its id; null when there is none. */
export async function findOrder(db: Db, customer_id: string, numberOrId: string): Promise<Order | null> {
  const [row] = await selectRows(db, isOwn(customer_id, numberOrId))
  return row === undefined ? null : toOwnOrder(row)
}

/** From now on no order that a customer has placed, or has since then, tells them on pages or by email whom it is for. */
export async function hideRecipients(db: Db, customer_id: string, since?: Date): Promise<void> {
  const isMeant = and(eq(orders.customer_id, customer_id), since && gte(orders.created_at, since))
  await db.update(orders).set({ is_recipient_hidden: true }).where(isMeant)
}

/** The state of one of the customer's own orders, locked for this transaction; null if there is none. */
export async function lockOrder(
  db: Db,
  customer_id: string,
  numberOrId: string,
): Promise<{ id: string; order_number: string; customer_id: string | null; status: OrderStatus } | null> {
  const { id, order_number, customer_id: owner, status } = orders
  const [order] = await db
    .select({ id, order_number, customer_id: owner, status })
    .from(orders)
    .where(isOwn(customer_id, numberOrId))
    .for('update')
  return order ?? null
}

/** Anybody's order with this number; null if there is none. For the shop's own people. */
export async function findAnyOrder(db: Db, number: string): Promise<Order | null> {
  const [row] = await selectRows(db, eq(orders.order_number, number))
  return row === undefined ? null : toOrder(row)
}

/** Anybody's order with this number, locked for this transaction. */
export async function lockAnyOrder(db: Db, number: string) {
  const { id, order_number, customer_id, status, tracking_number, tracking_url, anonymised_at } = orders
  const [order] = await db
    .select({ id, order_number, customer_id, status, tracking_number, tracking_url, anonymised_at })
    .from(orders)
    .where(eq(orders.order_number, number))
    .for('update')
  return order ?? null
}

/** Whether a name or an address of the order has these words in it, in whatever capitals, accents and apostrophes. */
const isTheirs = (words: string): SQL => {
  const { contact, shipping_address: to, billing_address: by } = orders
  const said = sql`concat_ws(' ', ${contact}->>'first_name', ${contact}->>'last_name', ${contact}->>'email', ${to}->>'full_name', ${by}->>'full_name')`
  // The last are letters of their own, which no keyboard here has either.
  const plain = (text: SQL) => sql`translate(lower(${withoutAccents(text)}), '’łøđı', '''lodi')`
  return sql`position(${plain(sql`${words}::text`)} in ${plain(said)}) > 0`
}

/** What was ordered or cancelled from one moment until before another, and when it was cancelled; the oldest first. */
export function ordersForBooks(db: Db, from: Date | null, until: Date | null) {
  const isWithin = (at: Column) =>
    and(from === null ? undefined : gte(at, from), until === null ? undefined : lt(at, until))
  return db
    .select({ ...getTableColumns(orders), cancelled_at: order_events.at })
    .from(orders)
    .leftJoin(order_events, and(eq(order_events.order_id, orders.id), eq(order_events.status, 'cancelled')))
    .where(or(isWithin(orders.created_at), isWithin(order_events.at)))
    .orderBy(asc(orders.created_at), asc(orders.id))
}

/** The fastest delivery first; a method that no longer exists comes last. */
const byDelivery = shippingMethods
  .toSorted((one, other) => one.days[1] - other.days[1])
  .map(({ value }) => desc(eq(orders.shipping_method, value)))

/**
 * Orders of all customers in these states, `limit` of them after the first `skipped`, and how many there are. The most
 * urgent are those by the fastest delivery, of these the oldest.
 */
export async function listAllOrders(
  db: Db,
  statuses: readonly OrderStatus[],
  {
    first,
    limit,
    skipped = 0,
    customer = null,
  }: { first: 'newest' | 'most urgent'; limit: number; skipped?: number; customer?: string | null },
) {
  const inOrder =
    first === 'newest'
      ? [desc(orders.created_at), desc(orders.id)]
      : [...byDelivery, asc(orders.created_at), asc(orders.id)]
  const isMeant = and(
    inArray(orders.status, [...statuses]),
    customer === null ? undefined : isTheirs(customer),
  )
  const rows = await db
    .select({
      order_number: orders.order_number,
      status: orders.status,
      created_at: orders.created_at,
      total: orders.total,
      shipping_method: orders.shipping_method,
      contact: orders.contact,
      note: orders.note,
      pieces: sql<number>`(select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = "orders"."id")`,
    })
    .from(orders)
    .where(isMeant)
    .orderBy(...inOrder)
    .limit(limit)
    .offset(skipped)
  const [all] = await db.select({ count: count() }).from(orders).where(isMeant)
  return { count: all?.count ?? 0, orders: rows }
}

/** The orders that are on their way and were placed before then, the oldest first; `sent_at` is when for the last time. */
export function sentOrdersPlacedBefore(db: Db, then: Date) {
  const { order_number, created_at, updated_at, tracking_number } = orders
  return db
    .select({ order_number, created_at, sent_at: updated_at, tracking_number })
    .from(orders)
    .where(and(eq(orders.status, 'shipped'), lt(created_at, then)))
    .orderBy(asc(created_at))
}

/** Nothing changes an order on its way but another tracking number, under which it is sent again. */
export const isSentBefore = (then: Date): SQL | undefined =>
  and(eq(orders.status, 'shipped'), lt(orders.updated_at, then))

/**
 * Whom an order is for, as typed at the checkout, and whether that is hidden from its customer; null if the order is
 * gone. For the shop's own people.
 */
export async function contactOf(db: Db, id: string): Promise<(Contact & { is_hidden: boolean }) | null> {
  const { contact, is_recipient_hidden } = orders
  const [order] = await db.select({ contact, is_recipient_hidden }).from(orders).where(eq(orders.id, id))
  return order === undefined ? null : { ...order.contact, is_hidden: order.is_recipient_hidden }
}

/** The recipient of an order's emails, without a name that is hidden from its customer; null if the order is gone. */
export async function mailedContactOf(db: Db, id: string): Promise<Recipient | null> {
  const contact = await contactOf(db, id)
  return contact && { email: contact.email, first_name: contact.is_hidden ? null : contact.first_name }
}

/** The gateway's own name for an order's payment; null where nothing was to be paid. */
export async function paymentReferenceOf(db: Db, id: string): Promise<string | null> {
  const { payment_reference } = orders
  const [order] = await db.select({ payment_reference }).from(orders).where(eq(orders.id, id))
  return order?.payment_reference ?? null
}

/** What anybody may know of an order; null when no order has this number. */
export async function trackOrder(db: Db, order_number: string): Promise<TrackedOrder | null> {
  const { status, created_at, total, tracking_number, tracking_url } = orders
  const [order] = await db
    .select({ order_number: orders.order_number, status, created_at, total, tracking_number, tracking_url })
    .from(orders)
    .where(eq(orders.order_number, order_number))
  if (order === undefined) return null
  return { ...order, created_at: order.created_at.toISOString(), total: toPounds(order.total) }
}

const isId = (text: string): boolean => v.is(Uuid, text)

const isOwn = (customer_id: string, numberOrId: string): SQL | undefined =>
  and(
    eq(orders.customer_id, customer_id),
    isId(numberOrId) ? eq(orders.id, numberOrId) : eq(orders.order_number, numberOrId.toUpperCase()),
  )

/** A line as it is in the database; amounts in pence. */
type ItemRow = Omit<OrderItem, 'price' | 'total'> & { price: number; total: number }

// The outer table is named by hand below: a column that drizzle writes in a select of one table bears no table's name,
// and would be the inner one's.

/** The piece as it was when it was bought, at its present address: its former one may be another piece's by now. */
const boughtPiece = sql.raw(
  "i.product || coalesce((select jsonb_build_object('slug', p.slug) from products p where p.id = i.product_id), '{}')",
)

/** One statement however many orders there are. */
function selectRows(db: Db, where: SQL | undefined) {
  return db
    .select({
      ...getTableColumns(orders),
      items: sql<ItemRow[]>`coalesce((
        select json_agg(json_build_object('id', i.id, 'product_id', i.product_id, 'variant_id', i.variant_id,
          'quantity', i.quantity, 'price', i.price, 'total', i.total, 'variant_name', i.variant_name,
          'product', ${boughtPiece}) order by i.position)
        from order_items i where i.order_id = "orders"."id"), '[]'::json)`,
      events: sql<{ status: OrderStatus; at: string }[]>`coalesce((
        select json_agg(json_build_object('status', e.status, 'at', e.at) order by e.id)
        from order_events e where e.order_id = "orders"."id"), '[]'::json)`,
    })
    .from(orders)
    .where(where)
    .orderBy(desc(orders.created_at), desc(orders.id))
}

/** An order as it is in the database, with all that is shown of it. */
export type OrderRow = Omit<
  typeof orders.$inferSelect,
  'customer_id' | 'payment_reference' | 'contact' | 'updated_at' | 'anonymised_at' | 'is_recipient_hidden'
> & { items: ItemRow[]; events: { status: OrderStatus; at: string }[] }

/** An order as its customer sees it. */
const toOwnOrder = (row: OrderRow & { is_recipient_hidden: boolean }): Order => ({
  ...toOrder(row),
  ...(row.is_recipient_hidden && { shipping_address: null, billing_address: null, note: undefined }),
})

/** An order as it goes over the wire. */
export function toOrder(row: OrderRow): Order {
  const { id, order_number, status, coupon_code, shipping_method, tracking_number, tracking_url } = row
  return {
    id,
    order_number,
    status,
    created_at: row.created_at.toISOString(),
    subtotal: toPounds(row.subtotal),
    discount: toPounds(row.discount),
    shipping_cost: toPounds(row.shipping_cost),
    tax: toPounds(row.tax),
    total: toPounds(row.total),
    coupon_code,
    shipping_method,
    payment_method: row.payment_label,
    items: row.items.map((item) => ({ ...item, price: toPounds(item.price), total: toPounds(item.total) })),
    shipping_address: row.shipping_address,
    billing_address: row.billing_address,
    note: row.note ?? undefined,
    tracking_number,
    tracking_url,
    cart_id: row.cart_id,
    events: row.events.map(({ status: reached, at }) => ({
      status: reached,
      at: new Date(at).toISOString(),
    })),
  }
}
