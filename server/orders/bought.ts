import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { order_items, orders } from '../db/schema/orders.ts'

/**
 * Whether a customer has bought a piece, in whichever variant, with an order that was not cancelled. The order cannot
 * be cancelled until the end of the transaction.
 */
export async function hasBought(db: Db, customer_id: string, product_id: number): Promise<boolean> {
  const found = await db
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
    .for('share', { of: orders })
  return found.length > 0
}
