import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type { Database } from './connect.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that no other program locks in this database. */
const migrationLock = 732_001

/** Brings the schema up to date, under a lock: several servers may start against one PostgreSQL at once. */
export async function migrate(database: Database): Promise<void> {
  const client = await database.pool.connect()
  let failure: Error | undefined
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    // Notices such as "relation already exists, skipping" are no news.
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await applyMigrations(drizzle({ client }), { migrationsFolder })
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    await client.query('reset all')
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // After a failure the connection is dropped, and the lock with it.
    client.release(failure)
  }
}
