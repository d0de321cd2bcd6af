import type { Contact } from '#contract/checkout.ts'
import { OrderStatus } from '#contract/order.ts'
import type { OrderAddress, OrderItem } from '#contract/order.ts'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { products, variants } from './catalogue.ts'
import { instant } from './columns.ts'
import { customers } from './customers.ts'

const id = () => uuid().primaryKey().defaultRandom()

// An order outlives the account it came from: the shop has to keep its books.
const formerCustomer = () => uuid().references(() => customers.id, { onDelete: 'set null' })

/**
 * `started`: the gateway may have been asked. `ordered`: approved, and its order stands. `captured`: the money was
 * taken. `declined`: the gateway said no. `releasing`: to be let go or paid back. `released`: that was done.
 * `uncertain`: it was `started` or `releasing` in the backup from which the shop was restored, or the desk has taken back
 * that it has seen to it, and only the gateway and the desk know what became of it. `settled`: the desk has seen to it.
 */
const attemptStatuses = [
  'started',
  'ordered',
  'captured',
  'declined',
  'releasing',
  'released',
  'uncertain',
  'settled',
] as const
export type AttemptStatus = (typeof attemptStatuses)[number]

/** Amounts are whole pence, as they were when the order was placed. */
export const orders = pgTable(
  'orders',
  {
    id: id(),
    order_number: text().notNull().unique(),
    customer_id: formerCustomer(),
    status: text({ enum: OrderStatus.options }).notNull(),
    subtotal: integer().notNull(),
    discount: integer().notNull(),
    shipping_cost: integer().notNull(),
    tax: integer().notNull(),
    total: integer().notNull(),
    shipping_method: text().notNull(),
    coupon_code: text(),
    payment_method: text().notNull(),
    /** What may be shown of the means of payment, such as `Visa ending 4242`. */
    payment_label: text().notNull(),
    payment_reference: text(),
    contact: jsonb().$type<Contact>().notNull(),
    shipping_address: jsonb().$type<OrderAddress>().notNull(),
    billing_address: jsonb().$type<OrderAddress>().notNull(),
    /** What to write on a card or engrave, with names in it; null like no such wish. */
    note: text(),
    tracking_number: text(),
    tracking_url: text(),
    cart_id: uuid(),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
    /** When the names and addresses were taken out of it, because its customer left. */
    anonymised_at: instant(),
    /** Somebody other than the account's owner may have typed whom it is for, which its owner is not shown. */
    is_recipient_hidden: boolean().notNull().default(false),
  },
  (table) => [
    check(
      'orders_status_known',
      sql`${table.status} in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')`,
    ),
    check(
      'orders_amounts_not_negative',
      sql`least(${table.subtotal}, ${table.discount}, ${table.shipping_cost}, ${table.tax}, ${table.total}) >= 0`,
    ),
    check(
      'orders_amounts_add_up',
      sql`${table.subtotal} - ${table.discount} + ${table.shipping_cost} + ${table.tax} = ${table.total}`,
    ),
    index('orders_by_customer').on(table.customer_id, table.created_at),
  ],
)

/** `product` is what the piece looked like when it was bought; the piece itself may go. */
export const order_items = pgTable(
  'order_items',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    product_id: integer().references(() => products.id, { onDelete: 'set null' }),
    variant_id: integer().references(() => variants.id, { onDelete: 'set null' }),
    quantity: integer().notNull(),
    price: integer().notNull(),
    total: integer().notNull(),
    product: jsonb().$type<OrderItem['product']>().notNull(),
    variant_name: text(),
    position: integer().notNull().default(0),
  },
  (table) => [
    check('order_items_quantity_in_range', sql`${table.quantity} between 1 and 999`),
    check('order_items_price_not_negative', sql`${table.price} >= 0 and ${table.total} >= 0`),
    index('order_items_by_order').on(table.order_id),
    index('order_items_by_product').on(table.product_id),
    index('order_items_by_variant').on(table.variant_id),
  ],
)

export const order_events = pgTable(
  'order_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text({ enum: OrderStatus.options }).notNull(),
    at: instant().notNull().defaultNow(),
  },
  (table) => [index('order_events_by_order').on(table.order_id, table.id)],
)

/** Written before the gateway is called, so that no approved payment is ever left without a trace. */
export const payment_attempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    customer_id: formerCustomer(),
    idempotency_key: text(),
    amount: integer().notNull(),
    status: text({ enum: attemptStatuses }).notNull(),
    gateway_reference: text(),
    order_id: uuid().references(() => orders.id, { onDelete: 'set null' }),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    check('payment_attempts_amount_not_negative', sql`${table.amount} >= 0`),
    index('payment_attempts_by_status').on(table.status, table.created_at),
    index('payment_attempts_by_customer').on(table.customer_id, table.created_at),
    index('payment_attempts_by_order').on(table.order_id),
  ],
)
