import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { vacuumDue } from '#server/db/vacuum.ts'
import { tally } from '#server/metrics/tally.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

afterEach(() => vi.useRealTimers())

const never = new AbortController().signal

/** Has each piece written anew often enough for most of what is on the disk to be dead. */
async function sell(shop: Shop) {
  for (let round = 0; round < 3; round += 1)
    await shop.db.execute(sql`update products set stock_quantity = stock_quantity + 1`)
  // It counts what was done once a second at most.
  await shop.db.execute(sql`select pg_stat_force_next_flush()`)
}

type Table = { dead: number; counted: number; vacuumed: Date | null; analyzed: Date | null }

async function tableOf({ db }: Shop, name: string): Promise<Table> {
  const { rows } = await db.execute<Table & { vacuumed: string | null; analyzed: string | null }>(sql`
    select n_dead_tup::int as dead, reltuples::int as counted, last_vacuum as vacuumed, last_analyze as analyzed
    from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = ${name}`)
  const [{ dead, counted, vacuumed, analyzed } = expect.fail(`There is no table ${name}`)] = rows
  const time = (at: string | null) => (at === null ? null : new Date(at))
  return { dead, counted, vacuumed: time(vacuumed), analyzed: time(analyzed) }
}

test('of what was written much, the dead are cleared away and the rest is counted again; what was not is left alone', async () => {
  const shop = await openShop()
  await sell(shop)
  const before = await tableOf(shop, 'products')
  expect(before.dead).toBeGreaterThan(61)
  await vacuumDue(shop.db, never)
  const { rows } = await shop.db.execute<{ count: number }>(sql`select count(*)::int from products`)
  expect(await tableOf(shop, 'products')).toEqual({
    dead: 0,
    counted: rows[0]?.count,
    vacuumed: expect.any(Date),
    analyzed: expect.any(Date),
  })
  expect(await tableOf(shop, 'settings')).toMatchObject({ vacuumed: null, analyzed: null })

  const first = await tableOf(shop, 'products')
  await vacuumDue(shop.db, never)
  expect(await tableOf(shop, 'products')).toEqual(first)
  await shop.close()
})

test('it lets who buys go first, and ends with the server', async () => {
  const shop = await openShop()
  await sell(shop)
  tally.checkouts.atWork += 1
  const tidying = vacuumDue(shop.db, never)
  await sell(shop)
  const bought = Date.now()
  tally.checkouts.atWork -= 1
  await tidying
  const { vacuumed } = await tableOf(shop, 'products')
  expect(vacuumed?.getTime()).toBeGreaterThanOrEqual(bought)

  await sell(shop)
  await vacuumDue(shop.db, AbortSignal.abort())
  expect((await tableOf(shop, 'products')).vacuumed).toEqual(vacuumed)
  await shop.close()
})

test('the server sees to it every ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const shop = await openShop()
  await sell(shop)
  vi.advanceTimersByTime(10_000)
  await eventually(async () => expect((await tableOf(shop, 'products')).vacuumed).not.toBeNull())
  await shop.close()
})
