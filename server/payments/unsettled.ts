import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { customers } from '../db/schema/customers.ts'
import { payment_attempts } from '../db/schema/orders.ts'
import { release } from '../calls/idempotency.ts'
import { isOverdue } from './attempts.ts'
import type { Payable } from './attempts.ts'
import { checkoutScope } from './recovery.ts'

/** A payment without an order that somebody has to see to; `email` is null when its customer's account is gone. */
export type Unsettled = {
  id: string
  amount: number
  status: 'releasing' | 'uncertain'
  created_at: Date
  email: string | null
}

const { id, amount, status, created_at, customer_id, idempotency_key, order_id } = payment_attempts

const isUnsettled = and(
  isNull(order_id),
  or(eq(status, 'uncertain'), and(eq(status, 'releasing'), isOverdue)),
)

const isSettled = and(isNull(order_id), eq(status, 'settled'))

/**
 * The payments that led to no order and could not be released so far, or of which only the gateway knows what became
 * of them, oldest first; of `beginning` those whose id begins so.
 */
export async function unsettledPayments(db: Db, beginning = ''): Promise<Unsettled[]> {
  const rows = await db
    .select({ id, amount, status, created_at, email: customers.email })
    .from(payment_attempts)
    .leftJoin(customers, eq(customers.id, customer_id))
    .where(and(isUnsettled, beginsWith(beginning)))
    .orderBy(asc(created_at), asc(id))
  return rows.map((row) => ({ ...row, status: row.status === 'uncertain' ? row.status : 'releasing' }))
}

/** Those that {@link noteSettled} has recorded, as long as they are kept, whose id begins so. */
export const settledPayments = (db: Db, beginning: string): Promise<Payable[]> =>
  db
    .select({ id, amount })
    .from(payment_attempts)
    .where(and(isSettled, beginsWith(beginning)))

const beginsWith = (beginning: string) =>
  eq(sql`left(${id}::text, ${beginning.length}::int)`, beginning.toLowerCase())

/** Records that the desk has seen to one of {@link unsettledPayments}. Returns whether it was one still. */
export const noteSettled = (db: Db, payment: string): Promise<boolean> =>
  movePayment(db, payment, isUnsettled, 'settled')

/**
 * Takes that back: it is one of {@link unsettledPayments} again. The gateway is still not asked, because it may have paid
 * back what it was asked for before. Returns whether it was recorded.
 */
export const noteUnsettled = (db: Db, payment: string): Promise<boolean> =>
  movePayment(db, payment, isSettled, 'uncertain')

async function movePayment(
  db: Db,
  payment: string,
  from: SQL | undefined,
  to: 'settled' | 'uncertain',
): Promise<boolean> {
  const noted = await db
    .update(payment_attempts)
    .set({ status: to, updated_at: sql`now()` })
    .where(and(eq(id, payment), from))
    .returning({ id })
  return noted.length === 1
}

/**
 * In a shop that is being restored: leaves the payments that were under way to the desk, those that were to be let go or
 * paid back, too. Their orders may have been placed, paid for and sent since the backup, or the money paid back by hand,
 * so none may be released unasked. Their keys are given back, because nobody will ever answer their calls.
 */
export async function leaveToDesk(db: Db): Promise<void> {
  const left = await db
    .update(payment_attempts)
    .set({ status: 'uncertain', updated_at: sql`now()` })
    .where(and(inArray(status, ['started', 'releasing']), gt(amount, 0)))
    .returning({ customer_id, key: idempotency_key })
  for (const { customer_id: owner, key } of left)
    if (owner !== null) await release(db, { customer_id: owner, scope: checkoutScope, key })
}
