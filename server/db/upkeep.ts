import { sql } from 'drizzle-orm'
import type { App } from '../http/fastify.ts'
import { letCheckoutsPass } from '../queues/giveWay.ts'
import { repeat } from '../process/repeat.ts'
import type { Db } from './db.ts'

/** How often the database is looked over, which costs it a millisecond or two. */
const every = 10_000
/** For how long in total maintenance lets checkouts go first, in milliseconds. */
const longestYield = 5_000
/** How much of its log a killed database has to replay when it is opened, in bytes: 16 MB take a tenth of a second. */
const longestLog = 16 * 2 ** 20

// PostgreSQL's own thresholds (`autovacuum_…_threshold`, `…_scale_factor` and `…_freeze_max_age`), for its system
// tables and TOAST tables, too. What it counts is lost each time the embedded one ends, however it does: rows that were
// dead by then wait until as many again are, and a table of the shop's that was never analysed is, whatever was counted.
const due = sql`
  select relid::regclass::text as name,
    n_dead_tup > 50 + 0.2 * known or n_ins_since_vacuum > 1000 + 0.2 * known or age(relfrozenxid) > 200000000 as vacuum,
    relkind = 'r' and relid <> 'pg_statistic'::regclass and (n_mod_since_analyze > 50 + 0.1 * known
      or schemaname = 'public' and last_analyze is null and pg_relation_size(relid) > 0
        and not exists (select from pg_statistic where starelid = relid)) as analyze
  from pg_stat_all_tables join pg_class on pg_class.oid = relid, greatest(reltuples, 0) as known`

const isLogDue = sql`
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (pg_control_checkpoint()).redo_lsn) > ${longestLog} as is_due`

/**
 * Does what PostgreSQL has background processes for and the embedded one has not: vacuums, analyses, and makes
 * checkpoints, so that the log neither grows for ever nor is replayed in full after a kill. Others wait for one command
 * at a time. A failure does not keep the rest from being done.
 * @throws the first failure
 */
export async function keepUp(db: Db, closing: AbortSignal): Promise<void> {
  const until = performance.now() + longestYield
  const failures: unknown[] = []
  const run = async (command: string) => {
    await letCheckoutsPass(until - performance.now(), () => closing.aborted)
    if (!closing.aborted) await db.execute(sql.raw(command)).catch((error: unknown) => failures.push(error))
  }
  const { rows } = await db.execute<{ name: string; vacuum: boolean; analyze: boolean }>(due)
  for (const { name, vacuum, analyze } of rows) {
    if (vacuum) await run(`vacuum ${name}`)
    if (analyze) await run(`analyze ${name}`)
  }
  const log = await db.execute<{ is_due: boolean }>(isLogDue)
  if (log.rows[0]?.is_due) await run('checkpoint')
  if (failures.length > 0) throw failures[0]
}

/** Sees to it while the server is up. */
export function registerUpkeep(app: App, { db }: { db: Db }): void {
  repeat(app, every, 'The database could not be kept up', (closing) => keepUp(db, closing))
}
