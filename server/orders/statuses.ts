import { and, desc, eq } from 'drizzle-orm'
import type { OrderStatus } from '#contract/order.ts'
import type { Db } from '../db/db.ts'
import { order_events, orders } from '../db/schema/orders.ts'

/** Where the parcel can be followed. */
export async function setTracking(
  db: Db,
  id: string,
  { tracking_number, tracking_url }: { tracking_number: string; tracking_url: string | null },
  now: Date,
): Promise<void> {
  await db.update(orders).set({ tracking_number, tracking_url, updated_at: now }).where(eq(orders.id, id))
}

/** Moves an order on and remembers when. */
export async function setStatus(db: Db, id: string, status: OrderStatus, now: Date): Promise<void> {
  await db.update(orders).set({ status, updated_at: now }).where(eq(orders.id, id))
  await db.insert(order_events).values({ order_id: id, status, at: now })
}

/** Takes its last status from an order again, with the parcel's number if it was the dispatch. */
export async function takeStatusBack(db: Db, id: string, status: OrderStatus): Promise<void> {
  await db.delete(order_events).where(and(eq(order_events.order_id, id), eq(order_events.status, status)))
  const [last] = await db
    .select()
    .from(order_events)
    .where(eq(order_events.order_id, id))
    .orderBy(desc(order_events.id))
    .limit(1)
  if (last === undefined) throw new Error('An order had no status before its last')
  const parcel = status === 'shipped' && { tracking_number: null, tracking_url: null }
  await db
    .update(orders)
    .set({ ...parcel, status: last.status, updated_at: last.at })
    .where(eq(orders.id, id))
}
