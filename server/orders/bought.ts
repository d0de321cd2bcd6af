import { and, eq, inArray, ne, sum } from 'drizzle-orm'
import { unsentStatuses } from '#contract/orderTexts.ts'
import type { Db } from '../db/db.ts'
import { order_items, orders } from '../db/schema/orders.ts'

/** Whether a customer has bought a piece, in whichever variant, with an order that was not cancelled. */
export async function hasBought(db: Db, customer_id: string, product_id: number): Promise<boolean> {
  return (await selectPurchase(db, customer_id, product_id)).length > 0
}

/** The same in a transaction, until the end of which the order cannot be cancelled. */
export async function holdPurchase(db: Db, customer_id: string, product_id: number): Promise<boolean> {
  return (await selectPurchase(db, customer_id, product_id).for('share', { of: orders })).length > 0
}

const selectPurchase = (db: Db, customer_id: string, product_id: number) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(
      and(
        eq(orders.customer_id, customer_id),
        eq(order_items.product_id, product_id),
        ne(orders.status, 'cancelled'),
      ),
    )
    .limit(1)

/** How many of a piece, or of one of its variants, are in orders that are still to be sent. */
export async function countUnsent(
  db: Db,
  { product_id, variant_id }: { product_id: number; variant_id: number | null },
): Promise<number> {
  const [found] = await db
    .select({ count: sum(order_items.quantity).mapWith(Number) })
    .from(order_items)
    .innerJoin(orders, eq(orders.id, order_items.order_id))
    .where(
      and(
        eq(order_items.product_id, product_id),
        variant_id === null ? undefined : eq(order_items.variant_id, variant_id),
        inArray(orders.status, [...unsentStatuses]),
      ),
    )
  return found?.count ?? 0
}
