import { and, eq, exists, gte, inArray, lt, not, notInArray } from 'drizzle-orm'
import { unsentStatuses } from '#contract/orderTexts.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { order_events, orders, payment_attempts } from '../db/schema/orders.ts'

/**
 * As the privacy policy says, in years after the end of the tax year in which an order was placed, or cancelled: what was
 * paid back is in the books of the day on which it was.
 */
const keptFor = 6
/** At a time: the rest goes an hour later, and nobody waits for either. */
const most = 1_000

/** The first moment of which orders and cancellations are kept. */
export function ordersKeptSince(now: Date): Date {
  const year = now.getUTCFullYear()
  const hasEnded = now.getTime() >= endOfTaxYear(year)
  return new Date(endOfTaxYear(year - keptFor - (hasEnded ? 0 : 1)))
}

/** A tax year of the United Kingdom ends with the fifth of April, an hour early in UTC: by then it is summer time. */
const endOfTaxYear = (year: number) => Date.UTC(year, 3, 5, 23)

/**
 * Removes orders that are kept no longer, with their payments. An order that is still to be sent, or paid back, stays;
 * one that was sent does not, even if nobody has marked it as delivered.
 */
export async function sweepOrders(db: Db, now: Date): Promise<void> {
  await transaction(db, async (tx) => {
    const unpaid = tx
      .select({ id: payment_attempts.id })
      .from(payment_attempts)
      .where(
        and(
          eq(payment_attempts.order_id, orders.id),
          inArray(payment_attempts.status, ['started', 'ordered', 'releasing', 'uncertain']),
        ),
      )
    const keptSince = ordersKeptSince(now)
    const cancelled = tx
      .select({ id: order_events.id })
      .from(order_events)
      .where(
        and(
          eq(order_events.order_id, orders.id),
          eq(order_events.status, 'cancelled'),
          gte(order_events.at, keptSince),
        ),
      )
    const old = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          lt(orders.created_at, keptSince),
          notInArray(orders.status, [...unsentStatuses]),
          not(exists(cancelled)),
          not(exists(unpaid)),
        ),
      )
      .limit(most)
      .for('update')
    const ids = old.map(({ id }) => id)
    if (ids.length === 0) return
    await tx.delete(payment_attempts).where(inArray(payment_attempts.order_id, ids))
    await tx.delete(orders).where(inArray(orders.id, ids))
  })
}
