import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'
import { orders } from '../db/schema/orders.ts'

/** Numbers by which a customer's orders are spoken of in mails. */
export async function orderNumbersOf(db: Db, customer_id: string): Promise<string[]> {
  const rows = await db
    .select({ order_number: orders.order_number })
    .from(orders)
    .where(eq(orders.customer_id, customer_id))
  return rows.map((row) => row.order_number)
}

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
