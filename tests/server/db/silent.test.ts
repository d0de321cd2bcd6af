import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { hearOfChanges, onShopChanged } from '#server/changes.ts'
import { openDatabase } from '#server/db/connect.ts'
import { transaction } from '#server/db/db.ts'
import { gathered } from '#server/db/gathered.ts'
import { toProblem } from '#server/http/problem.ts'
import { eventually } from '#tests/support/eventually.ts'
import { makeDatabase } from '#tests/support/shop.ts'

afterEach(() => void vi.useRealTimers())

/**
 * A proxy to this database that can fall silent, as when a host loses power: existing connections are never heard of
 * again and new ones are refused; once it is mended, new ones are accepted.
 */
async function wayTo(databaseUrl: string) {
  const { searchParams } = new URL(databaseUrl)
  const folder = searchParams.get('host') ?? ''
  const sockets = new Set<Socket>()
  let isSilent = false
  const way = createServer((near) => {
    sockets.add(near.on('error', () => undefined))
    if (isSilent) return
    const far = connect(`${folder}/.s.PGSQL.${searchParams.get('port') ?? 5432}`)
    sockets.add(far.on('error', () => undefined))
    near.pipe(far).pipe(near)
  })
  await once(way.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.set('host', '127.0.0.1')
  url.searchParams.set('port', String((way.address() as AddressInfo).port))
  return {
    url: url.href,
    fallSilent: () => {
      isSilent = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend: () => (isSilent = false),
    close: () => {
      for (const socket of sockets) socket.destroy()
      way.close()
    },
  }
}

describe.runIf(inject('postgres') !== null)('a PostgreSQL that is gone without a word', () => {
  test('keeps nobody waiting for ever: all are told to come again, and are answered once it is back', async () => {
    const own = await makeDatabase('postgres')
    const way = await wayTo(own.url)
    const patience = 30_000
    // Time passes only where this test says so: twenty connections begun at once may take longer than one is waited for.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { db, pool, close } = await openDatabase({ dataDir: '', databaseUrl: way.url }, patience)
    const ask = gathered(async (handle, keys: readonly number[]) => {
      const { rows } = await handle.execute<{ one: number }>(sql`select 1 as one`)
      return keys.map(() => rows[0]?.one)
    })
    const buy = () => transaction(db, (tx) => tx.execute(sql`select 1`))
    const buyers = (many: number) => Array.from({ length: many }, buy)
    const begun = Promise.withResolvers<void>()
    const silent = Promise.withResolvers<void>()
    const buying = transaction(db, (tx) =>
      transaction(tx, async (inside) => {
        begun.resolve()
        await silent.promise
        await inside.execute(sql`select 1`)
      }),
    )
    await begun.promise
    // As many as it has connections.
    await Promise.all(buyers(19))

    way.fallSilent()
    silent.resolve()
    const asked = [buying, pool.query('select 1'), ask(db, 1), ask(db, 2), ...buyers(17)]
    let waits = 0
    const told: { status: number; waits: number }[] = []
    for (const one of asked)
      void one.catch((error: unknown) => told.push({ status: toProblem(error).status, waits }))
    // Each has a connection, and has asked for something on it.
    await eventually(() => expect(pool.idleCount).toBe(0))
    await eventually(async () => {
      waits += 1
      await vi.advanceTimersByTimeAsync(patience)
      expect(told).toHaveLength(asked.length)
    })
    // Nothing that a transaction asks for after a failure is waited for as well.
    expect(told).toEqual(asked.map(() => ({ status: 503, waits: 1 })))

    way.mend()
    await Promise.all([ask(db, 3), ...buyers(20)])
    await close()
    way.close()
    await own.drop()
  })

  test('is heard of again by who listens for changes', async () => {
    const own = await makeDatabase('postgres')
    const { pool, close } = await openDatabase({ dataDir: '', databaseUrl: own.url })
    const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    let heard = 0
    const ignore = onShopChanged(() => (heard += 1))
    // The end of this one is told, twice.
    const soon = 10
    const beside = await hearOfChanges(own.url, soon)
    expect(heard).toBe(1)
    await pool.query(`select pg_terminate_backend(pid) ${others}`)
    // Nobody was told what changed meanwhile.
    await eventually(() => expect(heard).toBe(2))
    const way = await wayTo(own.url)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const silent = await hearOfChanges(way.url, soon)
    expect(heard).toBe(3)
    way.fallSilent()
    // It is asked whether it is still there, and says nothing.
    vi.advanceTimersByTime(30_000)
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    way.mend()
    await eventually(() => expect(heard).toBe(4))
    ignore()
    await Promise.all([beside.stop(), silent.stop()])
    way.close()
    // One listened in the place of each.
    await eventually(async () => expect((await pool.query(`select ${others}`)).rowCount).toBe(0))
    await close()
    await own.drop()
  })
})
