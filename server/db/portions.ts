import { and, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** How many rows one statement removes, so that it ends long before its time limit. */
const most = 1_000

/**
 * Removes the rows that meet the condition in batches, one statement each: however many there are, none come back
 * because the rest took too long. Rows that somebody has locked stay for the next time, and so does the rest once
 * `closing` aborts. Not to be called in a transaction.
 */
export async function removeInPortions(
  db: Db,
  table: PgTable,
  condition: SQL,
  closing?: AbortSignal,
): Promise<void> {
  const some = sql`array(select ctid from ${table} where ${condition} limit ${most} for update skip locked)`
  for (;;) {
    // The condition once more: a row that was changed meanwhile may meet it no longer.
    const { rowCount } = await db.delete(table).where(and(sql`ctid = any(${some})`, condition))
    if ((rowCount ?? 0) < most || closing?.aborted === true) return
  }
}

/** Rows for statements that write many: few enough for the 65,535 values of each, and for its time limit. */
export function* portionsOf<T>(rows: readonly T[]): Generator<T[]> {
  const atOnce = 500
  for (let start = 0; start < rows.length; start += atOnce) yield rows.slice(start, start + atOnce)
}
