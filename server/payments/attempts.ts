import { and, asc, eq, inArray, lt } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { payment_attempts } from '../db/schema/orders.ts'

/**
 * `started`: the gateway may have been asked. `ordered`: approved, and its order stands. `captured`: the money was
 * taken. `declined`: the gateway said no. `releasing`: to be let go or paid back. `released`: that was done.
 */
export type AttemptStatus = 'started' | 'ordered' | 'captured' | 'declined' | 'releasing' | 'released'

/** An attempt at moving so many pence. Where that is none the gateway is not asked: providers know no such payment. */
export type Payable = { id: string; amount: number }

export type Attempt = Payable & {
  customer_id: string | null
  idempotency_key: string | null
  status: AttemptStatus
}

/** States from which something is still to be done: with nobody at work on it, by `recoverPayments`. */
const unfinished: AttemptStatus[] = ['started', 'ordered', 'releasing']

/** Moves an attempt on, if it is in one of `from`: of those who try at once one does. Gives whether it was moved. */
export async function moveAttempt(
  db: Db,
  id: string,
  from: readonly AttemptStatus[],
  to: { status: AttemptStatus; now: Date; order_id?: string; gateway_reference?: string },
): Promise<boolean> {
  const { now, ...fields } = to
  const moved = await db
    .update(payment_attempts)
    .set({ ...fields, updated_at: now })
    .where(and(eq(payment_attempts.id, id), inArray(payment_attempts.status, [...from])))
    .returning({ id: payment_attempts.id })
  return moved.length === 1
}

/** The attempts behind an order: one, unless something went very wrong. */
export function attemptsOf(db: Db, order_id: string): Promise<Payable[]> {
  return db
    .select({ id: payment_attempts.id, amount: payment_attempts.amount })
    .from(payment_attempts)
    .where(eq(payment_attempts.order_id, order_id))
}

/** What was left unfinished and, unless it is all one, not touched since `before`. */
export async function unfinishedAttempts(db: Db, before: Date | null): Promise<Attempt[]> {
  const rows = await db
    .select()
    .from(payment_attempts)
    .where(
      and(
        inArray(payment_attempts.status, unfinished),
        before === null ? undefined : lt(payment_attempts.updated_at, before),
      ),
    )
    .orderBy(asc(payment_attempts.created_at))
    .limit(500)
  // The column is text; nobody but this module writes it.
  return rows.map((row) => ({ ...row, status: row.status as AttemptStatus }))
}
