import { sql } from 'drizzle-orm'
import { letCheckoutsPass } from '../giveWay.ts'
import type { Db } from './db.ts'

// PostgreSQL's own figures (`autovacuum_…_threshold` and `…_scale_factor`). What it counts it forgets when it is killed, so
// what was dead by then waits until as much again is.
const due = sql`
  select relid::regclass::text as name,
    n_dead_tup > 50 + 0.2 * known or n_ins_since_vacuum > 1000 + 0.2 * known as vacuum,
    n_mod_since_analyze > 50 + 0.1 * known as analyze
  from pg_stat_user_tables join pg_class on pg_class.oid = relid, greatest(reltuples, 0) as known`

/** For how long each lets checkouts go first, in milliseconds. */
const longestYield = 5_000

/**
 * What PostgreSQL's autovacuum does, for the embedded one, which has no process to do it: makes room of dead rows, and
 * counts for the planner what has changed. Others wait for one command on one table at a time.
 */
export async function vacuumDue(db: Db, closing: AbortSignal): Promise<void> {
  const { rows } = await db.execute<{ name: string; vacuum: boolean; analyze: boolean }>(due)
  for (const { name, ...needed } of rows)
    for (const command of ['vacuum', 'analyze'] as const) {
      if (!needed[command]) continue
      await letCheckoutsPass(longestYield, () => closing.aborted)
      if (closing.aborted) return
      await db.execute(sql.raw(`${command} ${name}`))
    }
}
