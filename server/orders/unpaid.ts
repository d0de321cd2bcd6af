import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { orders, payment_attempts } from '../db/schema/orders.ts'
import type { AttemptStatus } from '../db/schema/orders.ts'
import { isOverdue } from '../payments/attempts.ts'

/** Orders that stand though their money could not be taken so far, oldest first. */
export const unpaidOrders = (db: Db) => ordersWithMoney(db, and(isUntaken, isOverdue))

/**
 * Cancelled orders whose money could not be paid back so far, or of which since a restore only the gateway knows whether
 * it was, oldest first.
 */
export const unrefundedOrders = (db: Db) => ordersWithMoney(db, isOwed)

function ordersWithMoney(db: Db, state: SQL | undefined) {
  const { order_number, created_at, total } = orders
  return db
    .select({ order_number, created_at, total })
    .from(payment_attempts)
    .innerJoin(orders, eq(orders.id, payment_attempts.order_id))
    .where(state)
    .orderBy(asc(orders.created_at))
}

/**
 * Records that one of {@link unrefundedOrders} was refunded in another way, so that the gateway is asked no more.
 * Returns whether it was one.
 */
export const noteRefunded = (db: Db, order_number: string): Promise<boolean> =>
  moveMoney(db, order_number, isOwed, 'settled')

/**
 * Takes that back, of an order whose money is not back after all: it is one of {@link unrefundedOrders} again, and the
 * gateway is still not asked, because it may have paid back what it was asked for before. Returns whether it was noted.
 */
export const noteNotRefunded = (db: Db, order_number: string): Promise<boolean> =>
  moveMoney(db, order_number, isSettled, 'uncertain')

async function moveMoney(
  db: Db,
  order_number: string,
  from: SQL | undefined,
  status: AttemptStatus,
): Promise<boolean> {
  const named = db.select({ id: orders.id }).from(orders).where(eq(orders.order_number, order_number))
  const noted = await db
    .update(payment_attempts)
    .set({ status, updated_at: sql`now()` })
    .where(and(from, inArray(payment_attempts.order_id, named)))
    .returning({ id: payment_attempts.id })
  return noted.length > 0
}

/** Whether the money of an order is still to be taken. */
export const isUnpaid = (db: Db, order_id: string): Promise<boolean> => isTheMoney(db, order_id, isUntaken)

/** Whether the money of a cancelled order is with its customer again, through the gateway or by hand. */
export const isPaidBack = (db: Db, order_id: string): Promise<boolean> => isTheMoney(db, order_id, isBack)

async function isTheMoney(db: Db, order_id: string, state: SQL | undefined): Promise<boolean> {
  const found = await db
    .select({ id: payment_attempts.id })
    .from(payment_attempts)
    .where(and(state, eq(payment_attempts.order_id, order_id)))
  return found.length > 0
}

const isUntaken = eq(payment_attempts.status, 'ordered')
const isOwed = or(
  eq(payment_attempts.status, 'uncertain'),
  and(eq(payment_attempts.status, 'releasing'), isOverdue),
)
const isSettled = eq(payment_attempts.status, 'settled')
// Of an order that cost nothing there was no money.
const isBack = and(inArray(payment_attempts.status, ['released', 'settled']), gt(payment_attempts.amount, 0))
