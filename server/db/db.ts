import { setTimeout as pause } from 'node:timers/promises'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** The database, or a transaction on it: a function that takes a `Db` first works in either. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

/** The SQLSTATE of a statement ended to break a deadlock, */
export const deadlock = '40P01'
/** and of one that has waited in vain for a lock. Neither has had any effect. */
export const lockNotAvailable = '55P03'
/** Of one that would have written twice what there may be once. */
export const uniqueViolation = '23505'
const serializationFailure = '40001'
const retries = 3

/**
 * Runs `work` in one transaction, again (at most three times) when the database ended it to break a deadlock. Inside,
 * use only the handle given: where the pool holds one connection, the outer handle would wait for this transaction for
 * ever. `work` must contain nothing slow but SQL, and nothing that must not happen twice.
 */
export function transaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return retried(() => db.transaction(work))
}

/** The same for a single statement, which is its own transaction: it has had no effect when it was ended. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const state = sqlState(error)
      if (attempt >= retries || (state !== deadlock && state !== serializationFailure)) throw error
      await pause(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** An error and its causes, outermost first: drivers wrap errors that they pass on. */
export function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(cause)
  return causes
}

/** The database's own error under whatever wraps it; null if it did not come from the database. */
export function databaseError(error: unknown): pg.DatabaseError | null {
  return causesOf(error).find((cause) => cause instanceof pg.DatabaseError) ?? null
}

/** How the driver says, without a code, that it has waited long enough for an answer. */
const unanswered = 'Query read timeout'

/** Whether it was waited for the database in vain. What was asked for may be done all the same. */
export const isUnanswered = (error: unknown): boolean =>
  causesOf(error).some(({ message }) => message === unanswered)

/**
 * The five-character SQLSTATE of a failed statement, such as `23505`; null if the failure did not come from the
 * database.
 */
export function sqlState(error: unknown): string | null {
  return databaseError(error)?.code ?? null
}
