import { and, asc, desc, eq, gt, inArray, isNull, lt, notBetween, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { removeInPortions } from '../db/portions.ts'
import { payment_attempts } from '../db/schema/orders.ts'
import type { AttemptStatus } from '../db/schema/orders.ts'

/** An attempt to move this many pence. If the amount is zero the gateway is not asked: providers know no such payment. */
export type Payable = { id: string; amount: number }

export type Attempt = Payable & {
  customer_id: string | null
  idempotency_key: string | null
  status: AttemptStatus
}

/** States in which something is left to do: if nobody is working on it, by `recoverPayments`. */
const unfinished: AttemptStatus[] = ['started', 'ordered', 'releasing']

/** For how long one can find out why somebody's payment led to no order, in milliseconds. */
const keptWithoutOrder = 30 * 24 * 3_600_000

/**
 * Removes attempts that led to no order, once nothing is left to do for them. Limits count only the attempts of the
 * last minutes, and a key is valid for a day. Attempts of orders are removed with the orders.
 */
export async function sweepAttempts(db: Db, now: Date, closing?: AbortSignal): Promise<void> {
  const { status, created_at, order_id } = payment_attempts
  const isOver = inArray(status, ['declined', 'released', 'settled'])
  const isOld = lt(created_at, new Date(now.getTime() - keptWithoutOrder))
  await removeInPortions(db, payment_attempts, sql`${isOver} and ${isOld} and ${isNull(order_id)}`, closing)
}

/**
 * Moves an attempt on, if it is in one of `from`: of several that try at once one succeeds. Returns whether it was
 * moved.
 */
export async function moveAttempt(
  db: Db,
  id: string,
  from: readonly AttemptStatus[],
  status: AttemptStatus,
): Promise<boolean> {
  const moved = await db
    .update(payment_attempts)
    .set({ status, updated_at: sql`now()` })
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

/** A customer's payments that led to no order, as long as they are kept, the newest first; amounts in pence. */
export function paymentsWithoutOrder(
  db: Db,
  customer_id: string,
): Promise<{ amount: number; status: AttemptStatus; created_at: Date }[]> {
  const { amount, status, created_at, order_id } = payment_attempts
  return db
    .select({ amount, status, created_at })
    .from(payment_attempts)
    .where(and(eq(payment_attempts.customer_id, customer_id), isNull(order_id)))
    .orderBy(desc(created_at))
}

/** Whether nobody has moved an attempt on since it was read. */
export async function isStill(db: Db, { id, status }: Pick<Attempt, 'id' | 'status'>): Promise<boolean> {
  const found = await db
    .select({ id: payment_attempts.id })
    .from(payment_attempts)
    .where(and(eq(payment_attempts.id, id), eq(payment_attempts.status, status)))
  return found.length === 1
}

/**
 * Untouched for so many milliseconds, by the database's clock, as it is recorded: by its own clock, a server that is
 * ahead would take for abandoned what another one is working on. A time in the future was recorded by a clock that has
 * been set back since; without this, nobody would touch the attempt until then.
 */
function untouchedFor(time: number): SQL {
  const span = sql`${time} * interval '1 millisecond'`
  return notBetween(payment_attempts.updated_at, sql`now() - ${span}`, sql`now() + ${span}`)
}

/**
 * Money is captured as soon as the order exists, and paid back as soon as it is owed; after a minute that has failed
 * and is being retried.
 */
export const isOverdue = untouchedFor(60_000)

/** So many are read at once of what was left unfinished. */
export const unfinishedAtOnce = 500

/** An attempt's place in the order in which they were made. */
export type Place = { created_at: Date; id: string }

/**
 * Unfinished attempts, {@link untouchedFor} so long unless that does not matter, oldest first: the first
 * `unfinishedAtOnce`, or those after the place given.
 */
export function unfinishedAttempts(
  db: Db,
  untouched: number | null,
  after: Place | null = null,
): Promise<(Attempt & Place)[]> {
  const { created_at, id, status } = payment_attempts
  return db
    .select()
    .from(payment_attempts)
    .where(
      and(
        inArray(status, unfinished),
        untouched === null ? undefined : untouchedFor(untouched),
        after === null
          ? undefined
          : or(gt(created_at, after.created_at), and(eq(created_at, after.created_at), gt(id, after.id))),
      ),
    )
    .orderBy(asc(created_at), asc(id))
    .limit(unfinishedAtOnce)
}
