import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import * as v from 'valibot'
import type { Database } from './connect.ts'
import { deadlock, lockNotAvailable, sqlState } from './db.ts'
import type { Db } from './db.ts'
import { oldestPostgres } from './oldestPostgres.ts'

const allMigrations = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any number that no other program locks in this database. */
export const migrationLock = 732_001

/**
 * Brings the schema up to date, or makes it, under a lock: several servers may start against one PostgreSQL at once. If
 * somebody holds a table, such as a backup that reads it, the migration waits until they end, however long they take.
 * @param upTo hash of the last migration to apply, for rows of an earlier version
 * @param patience how long it waits for a table, in milliseconds: PostgreSQL makes all others wait behind it meanwhile
 * @param between how long those others then go on before it is tried again
 */
export async function migrate(
  database: Pick<Database, 'db' | 'pool'>,
  upTo: string | null = null,
  { patience = 2_000, between = 5_000 } = {},
): Promise<void> {
  const { migrationsFolder, discard } =
    upTo === null ? { migrationsFolder: allMigrations, discard: () => {} } : migrationsUpTo(upTo)
  const client = await database.pool.connect()
  let failure: Error | undefined
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set lock_timeout = 0')
    // Notices such as "relation already exists, skipping" are no news.
    await client.query('set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`set lock_timeout = ${patience}`)
    const db = drizzle({ client })
    const applied = await appliedMigration(db)
    if (applied === null) {
      await expectVersion(db)
      await expectLetters(db)
    }
    if (isBehind(applied)) await expectPublic(db)
    await untilFree(() => applyMigrations(db, { migrationsFolder }), between)
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
    await client.query('reset all')
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // Discarded, and after a failure the lock with it: the next connection is sent the shop's settings again.
    client.release(failure ?? true)
    discard()
  }
}

/** Throws if this PostgreSQL is too old: it would say only that it does not understand some word of a migration. */
async function expectVersion(db: Db): Promise<void> {
  const { rows } = await db.execute<{ version: string; number: number }>(
    sql`select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const [found] = rows
  if (found === undefined || found.number >= oldestPostgres * 10_000) return
  throw new Error(
    `DATABASE_URL: expected PostgreSQL ${oldestPostgres} or newer, this one is ${found.version}`,
  )
}

/**
 * Throws if a shop in this database would refuse customers for a letter in their names, or not find a piece, a SKU or an
 * address under its capitals. It cannot be changed once the database is there.
 */
async function expectLetters(db: Db): Promise<void> {
  const { rows } = await db.execute<{ encoding: string; locale: string; isKnown: boolean }>(
    sql`select getdatabaseencoding() as encoding, datctype as locale, lower('É') = 'é' as "isKnown" from pg_database where datname = current_database()`,
  )
  const [found] = rows
  if (found === undefined || (found.encoding === 'UTF8' && found.isKnown)) return
  throw new Error(
    `DATABASE_URL: expected a database in UTF8 whose locale has capitals for all letters, this one is in ${found.encoding} with ${found.locale}. Make another: createdb -T template0 -E UTF8 --locale=C.UTF-8 NAME`,
  )
}

/**
 * Throws if new tables would be in another schema, such as one with the user's name, which comes first by default: those
 * that refer to them, and backups, know them in `public` only.
 */
async function expectPublic(db: Db): Promise<void> {
  const { rows } = await db.execute<{ schema: string | null; user: string; database: string }>(
    sql`select current_schema() as schema, quote_ident(session_user) as user, quote_ident(current_database()) as database`,
  )
  const [found] = rows
  if (found === undefined || found.schema === 'public') return
  const { schema, user, database } = found
  throw new Error(
    `DATABASE_URL: expected a user whose tables are made in the schema public, this one’s would be in ${schema ?? 'none'}. Change that: ALTER ROLE ${user} IN DATABASE ${database} SET search_path = public (and set none in DATABASE_URL or PGOPTIONS)`,
  )
}

/** Retries what the database has rolled back for as long as somebody had locked what it needs. */
async function untilFree(work: () => Promise<void>, between: number): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const state = sqlState(error)
      if (state !== lockNotAvailable && state !== deadlock) throw error
      if (attempt === 0)
        console.error(
          'The database is brought up to date once nobody holds its tables: a backup may be reading them.',
        )
      await pause(between)
    }
  }
}

/** Whether this version of the shop knows the migration of that hash. */
export const isKnownMigration = (hash: string): boolean => placeOf(hash) >= 0

const placeOf = (hash: string): number =>
  readMigrationFiles({ migrationsFolder: allMigrations }).findIndex((migration) => migration.hash === hash)

/** Whether a database with that migration as its last lacks any: one of a later version lacks none. */
const isBehind = (hash: string | null): boolean =>
  hash === null ||
  readMigrationFiles({ migrationsFolder: allMigrations })
    .slice(0, -1)
    .some((migration) => migration.hash === hash)

/** Hash of the last migration that was applied to this database; null for one without a shop. */
export async function appliedMigration(db: Db): Promise<string | null> {
  const found = await db.execute<{ table: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as table`,
  )
  if ((found.rows[0]?.table ?? null) === null) return null
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`,
  )
  return rows[0]?.hash ?? null
}

const Journal = v.looseObject({ entries: v.array(v.unknown()) })

/** A copy of the folder that ends with the migration of that hash: the library applies whole folders only. */
function migrationsUpTo(hash: string): { migrationsFolder: string; discard: () => void } {
  const migrationsFolder = mkdtempSync(join(tmpdir(), 'damson-migrations-'))
  cpSync(allMigrations, migrationsFolder, { recursive: true })
  const path = join(migrationsFolder, 'meta', '_journal.json')
  const journal = v.parse(v.pipe(v.string(), v.parseJson(), Journal), readFileSync(path, 'utf8'))
  const entries = journal.entries.slice(0, placeOf(hash) + 1)
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return { migrationsFolder, discard: () => rmSync(migrationsFolder, { recursive: true, force: true }) }
}
