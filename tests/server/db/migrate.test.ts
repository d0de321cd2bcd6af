import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { describe, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { appliedMigration, migrate } from '#server/db/migrate.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lockWaits } from '#tests/support/lockWaits.ts'
import { makeDatabase } from '#tests/support/shop.ts'

describe.runIf(inject('postgres') !== null)('on PostgreSQL', () => {
  test('a migration that waits for somebody who reads, such as a backup, keeps nobody else waiting, and is done once they end', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const own = await makeDatabase('template0')
    const { db, pool, close } = await openDatabase({ dataDir: '', databaseUrl: own.url })
    const all = readMigrationFiles({ migrationsFolder: 'server/db/migrations' })
    const alters = all.findIndex((one) =>
      one.sql.some((text) => text.includes('ALTER TABLE "cart_items" DROP')),
    )
    const earlier = all[alters - 1]?.hash ?? ''
    await migrate({ db, pool }, earlier)

    let migrating: Promise<void> | undefined
    const lines = () => db.execute(sql`select count(*)::int as lines from cart_items`)
    await db.transaction(
      async (reader) => {
        await reader.execute(sql`select * from cart_items`)
        migrating = migrate({ db, pool }, null, { patience: 500, between: 100 })
        await eventually(async () => expect(await lockWaits(db)).toBe(1))
        expect((await lines()).rows).toEqual([{ lines: 0 }])
        await eventually(() => expect(told).toHaveBeenCalled())
        expect(await appliedMigration(db)).toBe(earlier)
      },
      { isolationLevel: 'repeatable read' },
    )
    await migrating
    expect(await appliedMigration(db)).toBe(all.at(-1)?.hash)
    expect(told.mock.calls).toEqual([
      ['The database is brought up to date once nobody holds its tables: a backup may be reading them.'],
    ])
    told.mockRestore()
    await close()
    await own.drop()
  })

  // What createdb makes where the server was set up without a language, and of old.
  test.each([
    ['SQL_ASCII', "ENCODING 'SQL_ASCII' LOCALE 'C'"],
    ['LATIN1', "ENCODING 'LATIN1' LOCALE 'C'"],
    ['UTF8', "ENCODING 'UTF8' LOCALE 'C'"],
  ])('no shop is made in a database that does not know every letter, in %s', async (encoding, options) => {
    const own = await makeDatabase('template0', options)
    const { db, pool, close } = await openDatabase({ dataDir: '', databaseUrl: own.url })
    await expect(migrate({ db, pool })).rejects.toThrow(
      `DATABASE_URL: expected a database in UTF8 whose locale has capitals for all letters, this one is in ${encoding} with C. Make another: createdb -T template0 -E UTF8 --locale=C.UTF-8 NAME`,
    )
    expect(await appliedMigration(db)).toBe(null)
    await close()
    await own.drop()
  })

  test('no shop is made in a PostgreSQL that is too old for it', async () => {
    const own = await makeDatabase('template0')
    const { db, pool, close } = await openDatabase({ dataDir: '', databaseUrl: own.url })
    // One that says it is: found before the database's own.
    await db.execute(sql`
      create function public.current_setting(name text) returns text language sql as $$
        select case name when 'server_version_num' then '140022' when 'server_version' then '14.22 (Debian 14.22-1)'
          else pg_catalog.current_setting(name) end $$`)
    await pool.query(
      "do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$",
    )
    await close()
    const old = await openDatabase({ dataDir: '', databaseUrl: own.url })
    await expect(migrate(old)).rejects.toThrow(
      'DATABASE_URL: expected PostgreSQL 15 or newer, this one is 14.22 (Debian 14.22-1)',
    )
    expect(await appliedMigration(old.db)).toBe(null)
    await old.close()
    await own.drop()
  })

  const elsewhere =
    /^DATABASE_URL: expected a user whose tables are made in the schema public, this one’s would be in postgres\. Change that: (ALTER ROLE postgres IN DATABASE shop_\w+ SET search_path = public) \(/

  test('a schema with the user’s name gets none of the shop’s tables, of which half would be looked for in public', async () => {
    const own = await makeDatabase('template0')
    const { db, pool, close } = await openDatabase({ dataDir: '', databaseUrl: own.url })
    await db.execute(sql`create schema postgres`)
    const refused = await migrate({ db, pool }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ message: expect.stringMatching(elsewhere) })
    expect(await appliedMigration(db)).toBe(null)
    await db.execute(sql.raw(elsewhere.exec(String(Object(refused).message))?.[1] ?? ''))
    await close()
    // As it says.
    const again = await openDatabase({ dataDir: '', databaseUrl: own.url })
    await migrate(again)
    expect(await appliedMigration(again.db)).not.toBe(null)
    await again.close()
    await own.drop()
  })

  test('nor does one that was made later, of which no backup would know; a shop that lacks no table opens all the same', async () => {
    const own = await makeDatabase('template0')
    const database = await openDatabase({ dataDir: '', databaseUrl: own.url })
    const hashes = readMigrationFiles({ migrationsFolder: 'server/db/migrations' }).map(({ hash }) => hash)
    await migrate(database, hashes.at(-2))
    await database.db.execute(sql`create schema postgres`)
    await expect(migrate(database)).rejects.toThrow(elsewhere)
    expect(await appliedMigration(database.db)).toBe(hashes.at(-2))
    await database.db.execute(sql`drop schema postgres`)
    await migrate(database)
    await database.db.execute(sql`create schema postgres`)
    await migrate(database)
    await database.close()
    await own.drop()
  })
})
