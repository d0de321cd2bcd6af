import { and, asc, eq, getTableColumns, inArray, ne, sql, sum } from 'drizzle-orm'
import type { AnyColumn, SQL } from 'drizzle-orm'
import { unsentStatuses } from '#contract/orderTexts.ts'
import type { Db } from '../db/db.ts'
import { products, variants } from '../db/schema/catalogue.ts'
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

/** For a statement about other rows: whether {@link hasBought} holds of the piece that a row is about. */
export const wasBought = (customer_id: string, product_id: AnyColumn): SQL =>
  isInOrder(customer_id, product_id, sql`${orders.status} <> 'cancelled'`)

/** Likewise, whether the piece is in an order of the customer's that was placed by then, and was cancelled. */
export const wasCancelled = (customer_id: string, product_id: AnyColumn, until: AnyColumn): SQL =>
  isInOrder(customer_id, product_id, sql`${orders.status} = 'cancelled' and ${orders.created_at} <= ${until}`)

const isInOrder = (customer_id: string, product_id: AnyColumn, which: SQL) => sql`exists (
  select 1 from ${orders} join ${order_items} on ${order_items.order_id} = ${orders.id}
  where ${orders.customer_id} = ${customer_id} and ${order_items.product_id} = ${product_id} and ${which})`

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

/**
 * What was bought with an order, as the stock counts it, and what it was called; the SKU of the piece is null if the
 * shop no longer has it, and so is that of a variant.
 */
export function stockLinesOf(db: Db, order_id: string) {
  const { id, product_id, variant_id, quantity, variant_name } = getTableColumns(order_items)
  const name = sql<string>`${order_items.product}->>'name'`
  const skus = { sku: products.sku, variant_sku: variants.sku }
  return db
    .select({ id, product_id, variant_id, quantity, name, variant_name, ...skus })
    .from(order_items)
    .leftJoin(products, eq(products.id, product_id))
    .leftJoin(variants, eq(variants.id, variant_id))
    .where(eq(order_items.order_id, order_id))
    .orderBy(asc(order_items.position))
}
