import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/connect.ts'
import type { Data, Engine } from '#tests/support/shop.ts'

/**
 * Lets a minute pass for payments between two servers on PostgreSQL: another one may be working on a payment, so one is
 * taken up only once it has rested for half a minute. The embedded database has one server, which takes everything up
 * at once.
 */
export async function restAMinute(engine: Engine, { environment }: Data): Promise<void> {
  if (engine === 'embedded') return
  const { DATA_DIR: dataDir = '', DATABASE_URL: databaseUrl = '' } = environment
  const { db, close } = await openDatabase({ dataDir, databaseUrl })
  // A killed server's connections finish their last statement and then end.
  const others = sql`select 1 from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  while ((await db.execute(others)).rows.length > 0) await pause(10)
  await db.execute(sql`update payment_attempts set updated_at = updated_at - interval '1 minute'`)
  await close()
}
