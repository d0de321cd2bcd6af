import { and, asc, bindIfParam, eq, getTableColumns, inArray, isNull, notExists, or, sql } from 'drizzle-orm'
import type { Column } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { customers } from '../db/schema/customers.ts'
import { orders, payment_attempts } from '../db/schema/orders.ts'
import { orderSubjects } from '../mail/orderMessages.ts'
import { readdressMails } from '../mail/outbox.ts'
import { isSentBefore } from './store.ts'

/**
 * This many days after it was sent an order counts as arrived, even if nobody has marked it as delivered: a piece made
 * to order takes three weeks, may be thirty days late before it is given up, and may be returned for fifteen.
 */
export const arrivesWithin = 90

/** The numbers by which emails refer to a customer's orders. */
export async function orderNumbersOf(db: Db, customer_id: string): Promise<string[]> {
  const rows = await db
    .select({ order_number: orders.order_number })
    .from(orders)
    .where(eq(orders.customer_id, customer_id))
  return rows.map((row) => row.order_number)
}

/** The orders that contain an email address, whoever's they are, oldest first. */
export function ordersUnder(db: Db, email: string) {
  const { order_number, status, created_at } = orders
  return db
    .select({ order_number, status, created_at })
    .from(orders)
    .where(isUnder(email))
    .orderBy(asc(orders.created_at))
}

/**
 * Puts an account's present address in place of another one in its orders: its former address, or one typed at the
 * checkout. Further emails about the orders go to it.
 */
export async function readdressOrders(db: Db, email: string): Promise<void> {
  await db
    .update(orders)
    .set({ contact: sql`${orders.contact} || jsonb_build_object('email', ${customers.email})` })
    .from(customers)
    .where(and(eq(customers.id, orders.customer_id), isUnder(email)))
}

/**
 * Has the emails about this customer's orders that would go to one address of theirs go to their next one, also those
 * that wait already.
 */
export async function readdressOwnOrders(
  db: Db,
  { customer_id, from, to }: { customer_id: string; from: string; to: string },
): Promise<void> {
  const readdressed = await db
    .update(orders)
    .set({ contact: sql`${orders.contact} || jsonb_build_object('email', ${to}::text)` })
    .where(and(eq(orders.customer_id, customer_id), isUnder(from)))
    .returning({ order_number: orders.order_number })
  const subjects = readdressed.flatMap(({ order_number }) => Object.values(orderSubjects(order_number)))
  await readdressMails(db, { from, to }, subjects)
}

const isUnder = (email: string) => eq(sql`lower(${orders.contact} ->> 'email')`, email.toLowerCase())

/**
 * Removes names, addresses and notes from the orders of customers who have deleted their account, as soon as those have
 * arrived, must have, or were cancelled and paid back: until then somebody has to know whom the money is owed to. The
 * country stays, which the books need.
 */
export async function anonymiseFormerOrders(db: Db, now: Date): Promise<void> {
  const owed = db
    .select({ one: sql`1` })
    .from(payment_attempts)
    .where(
      and(
        eq(payment_attempts.order_id, orders.id),
        inArray(payment_attempts.status, ['releasing', 'uncertain']),
      ),
    )
  const without = {
    contact: { first_name: '', last_name: '', email: '', phone: '' },
    shipping_address: countryOnly(orders.shipping_address),
    billing_address: countryOnly(orders.billing_address),
    note: null,
  }
  const columns: Readonly<Record<string, Column>> = getTableColumns(orders)
  const differs = Object.entries(without).map(([name, value]) => {
    const column = columns[name]
    return column && sql`${column} is distinct from ${bindIfParam(value, column)}`
  })
  await db
    .update(orders)
    .set({ ...without, anonymised_at: now })
    .where(
      and(
        isNull(orders.customer_id),
        // A process of an older version leaves what it does not know.
        or(isNull(orders.anonymised_at), ...differs),
        or(
          eq(orders.status, 'delivered'),
          and(eq(orders.status, 'cancelled'), notExists(owed)),
          isSentBefore(new Date(now.getTime() - arrivesWithin * 24 * 3_600_000)),
        ),
      ),
    )
}

/** An address with all its fields, so that whoever reads the order finds what they expect. */
const countryOnly = (address: Column) => sql`jsonb_build_object(
  'full_name', '', 'phone', '', 'address_line_1', '', 'address_line_2', '',
  'city', '', 'state', '', 'postal_code', '', 'country', ${address} ->> 'country')`
