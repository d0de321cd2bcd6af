import { createServer } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/connect.ts'
import { transaction } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { statement } from '#server/db/statement.ts'
import { makeDatabase } from '#tests/support/shop.ts'
import { openPort } from '#tests/support/openPort.ts'

test('a pooler in front is asked for nothing but what each of them takes', async () => {
  const server = createServer()
  const port = await openPort(server)
  const asked = new Promise<string>((resolve) => {
    server.on('connection', (socket) =>
      socket.once('data', (said) => {
        resolve(said.subarray(8).toString())
        socket.destroy()
      }),
    )
  })
  const databaseUrl = `postgres://shop@127.0.0.1:${port}/shop`
  await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(/terminated|ECONNRESET/)
  const words = (await asked).split('\0')
  const names = words.filter((word, at) => at % 2 === 0 && word !== '')
  expect(names.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user'])
  server.close()
})

describe.runIf(inject('postgres') !== null)('on PostgreSQL', () => {
  async function settingsAt(databaseUrl: string | null) {
    const { db, pool, close } = await openDatabase({ dataDir: '', databaseUrl })
    await migrate({ db, pool })
    const { rows } = await pool.query<{ name: string; setting: string }>(`
      select name, setting from pg_settings
      where name ~ '^(statement|lock|idle_in_transaction_session)_timeout$|^jit$' order by name`)
    await close()
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  }

  test('nothing takes for ever', async () => {
    expect(await settingsAt(inject('postgres'))).toEqual({
      idle_in_transaction_session_timeout: '30000',
      jit: 'off',
      lock_timeout: '10000',
      statement_timeout: '15000',
    })
  })

  test('what the address says of itself counts', async () => {
    const address = new URL(inject('postgres') ?? '')
    address.searchParams.set('statement_timeout', '0')
    address.searchParams.set('options', '-c jit=on -c lock_timeout=2min')
    expect(await settingsAt(address.href)).toEqual({
      idle_in_transaction_session_timeout: '30000',
      jit: 'on',
      lock_timeout: '120000',
      statement_timeout: '0',
    })
  })

  test.each([
    ['for its database', { datestyle: 'SQL, DMY', standard_conforming_strings: 'off' }, ''],
    ['in its address', {}, '-c datestyle=German -c standard_conforming_strings=off'],
  ])(
    'times and words are what they are, whatever PostgreSQL is set %s to write and read them as',
    async (_where, settings, options) => {
      const own = await makeDatabase('postgres')
      const address = new URL(own.url)
      const before = await openDatabase({ dataDir: '', databaseUrl: own.url })
      for (const [name, value] of Object.entries(settings))
        await before.db.execute(
          sql.raw(`alter database ${address.pathname.slice(1)} set ${name} = '${value}'`),
        )
      await before.close()
      if (options !== '') address.searchParams.set('options', options)
      const { db, close } = await openDatabase({ dataDir: '', databaseUrl: address.href })
      const created_at = new Date('2026-02-03T04:05:06.007Z')
      const first = eq(products.id, 1)
      await db.update(products).set({ created_at }).where(first)
      const rows = await db.select({ created_at: products.created_at }).from(products).where(first)
      expect(rows).toEqual([{ created_at }])
      const asText = statement<{ created_at: string; words: string }>(
        'time_as_text',
        String.raw`select created_at, 'a\\b' as words from products where id = $1`,
      )
      const [row] = await asText(db, [1])
      expect(new Date(row?.created_at ?? '')).toEqual(created_at)
      expect(row?.words).toBe(String.raw`a\\b`)
      await close()
      await own.drop()
    },
  )

  test('a server opens twenty connections at most, beside the one that listens: four have room in a hundred', async () => {
    const { pool, close } = await openDatabase({ dataDir: '', databaseUrl: inject('postgres') })
    const held = await Promise.all(Array.from({ length: 20 }, () => pool.connect()))
    const another = pool.connect()
    expect([pool.totalCount, pool.waitingCount]).toEqual([20, 1])
    for (const client of held) client.release()
    ;(await another).release()
    await close()
  })

  test('of two that wait for each other both come to an end: one is begun anew', async () => {
    const own = await makeDatabase('template0')
    const { db, close } = await openDatabase({ dataDir: '', databaseUrl: own.url })
    await db.execute(sql`create table counts (name text primary key, count int)`)
    await db.execute(sql`insert into counts values ('a', 0), ('b', 0)`)
    let begun = 0
    const bothHold = Promise.withResolvers<void>()
    const count = (first: string, second: string) =>
      transaction(db, async (tx) => {
        // How soon the database checks for a deadlock, by default after a second.
        await tx.execute(sql`set local deadlock_timeout = '10ms'`)
        await tx.execute(sql`update counts set count = count + 1 where name = ${first}`)
        begun += 1
        if (begun === 2) bothHold.resolve()
        await bothHold.promise
        await tx.execute(sql`update counts set count = count + 1 where name = ${second}`)
      })
    await Promise.all([count('a', 'b'), count('b', 'a')])
    expect(begun).toBe(3)
    expect((await db.execute(sql`select count from counts`)).rows).toEqual([{ count: 2 }, { count: 2 }])
    await close()
    await own.drop()
  })
})
