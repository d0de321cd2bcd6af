import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/db.ts'
import { eventually } from './eventually.ts'

/**
 * How many statements on this PostgreSQL database wait for a lock, of those whose text is `like` this: only its
 * beginning is known.
 */
export async function lockWaits(db: Db, like = '%'): Promise<number> {
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ilike ${like}`)
  return rows.length
}

/** Until there is one. */
export const untilLockWaits = (db: Db, like?: string): Promise<void> =>
  eventually(async () => {
    if ((await lockWaits(db, like)) === 0) throw new Error('Nobody waits for what somebody holds')
  })
