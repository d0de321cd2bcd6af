import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'
import { customers } from '../db/schema/customers.ts'
import { orders } from '../db/schema/orders.ts'

/** Numbers by which a customer's orders are spoken of in mails. */
export async function orderNumbersOf(db: Db, customer_id: string): Promise<string[]> {
  const rows = await db
    .select({ order_number: orders.order_number })
    .from(orders)
    .where(eq(orders.customer_id, customer_id))
  return rows.map((row) => row.order_number)
}

/** The orders that hold an email address, whoever's they are, oldest first. */
export function ordersUnder(db: Db, email: string) {
  const { order_number, status, created_at } = orders
  return db
    .select({ order_number, status, created_at })
    .from(orders)
    .where(isUnder(email))
    .orderBy(asc(orders.created_at))
}

/**
 * Puts an account's present address in the place of another in its orders: one that it had before, or that was typed at
 * the checkout. What there is still to write of them, it is written to.
 */
export async function readdressOrders(db: Db, email: string): Promise<void> {
  await db
    .update(orders)
    .set({ contact: sql`${orders.contact} || jsonb_build_object('email', ${customers.email})` })
    .from(customers)
    .where(and(eq(customers.id, orders.customer_id), isUnder(email)))
}

const isUnder = (email: string) => eq(sql`lower(${orders.contact} ->> 'email')`, email.toLowerCase())

/**
 * Takes names and addresses out of the orders whose customer has left, as soon as nothing has to be sent any more: of
 * an address the country stays, which the books need.
 */
export async function anonymiseFormerOrders(db: Db, now: Date): Promise<void> {
  await db
    .update(orders)
    .set({
      contact: { first_name: '', last_name: '', email: '', phone: '' },
      shipping_address: countryOnly(orders.shipping_address),
      billing_address: countryOnly(orders.billing_address),
      anonymised_at: now,
    })
    .where(
      and(
        isNull(orders.customer_id),
        isNull(orders.anonymised_at),
        inArray(orders.status, ['delivered', 'cancelled']),
      ),
    )
}

/** An address with all its fields, so that whoever reads the order finds what they expect. */
const countryOnly = (address: PgColumn) => sql`jsonb_build_object(
  'full_name', '', 'phone', '', 'address_line_1', '', 'address_line_2', '',
  'city', '', 'state', '', 'postal_code', '', 'country', ${address} ->> 'country')`
