import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { keepUp } from '#server/db/upkeep.ts'
import { tally } from '#server/metrics/tally.ts'
import { eventually } from '#tests/support/eventually.ts'
import { beginningWith, endServers, startServer } from '#tests/support/program.ts'
import { type Shop, makeData, openShop } from '#tests/support/shop.ts'

afterAll(endServers)

const never = new AbortController().signal

/** Rewrites each piece often enough for most of what is on the disk to be dead rows. */
async function sell(shop: Pick<Shop, 'db'>) {
  for (let round = 0; round < 3; round += 1)
    await shop.db.execute(sql`update products set stock_quantity = stock_quantity + 1`)
  // Statistics are written once a second at most.
  await shop.db.execute(sql`select pg_stat_force_next_flush()`)
}

type Table = { dead: number; counted: number; vacuumed: Date | null; analyzed: Date | null }

async function tableOf({ db }: Pick<Shop, 'db'>, name: string): Promise<Table> {
  const { rows } = await db.execute<Table & { vacuumed: string | null; analyzed: string | null }>(sql`
    select n_dead_tup::int as dead, reltuples::int as counted, last_vacuum as vacuumed, last_analyze as analyzed
    from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = ${name}`)
  const [{ dead, counted, vacuumed, analyzed } = expect.fail(`There is no table ${name}`)] = rows
  const time = (at: string | null) => (at === null ? null : new Date(at))
  return { dead, counted, vacuumed: time(vacuumed), analyzed: time(analyzed) }
}

test('of what was written much, the dead are cleared away and the rest is counted again; what was not is left alone', async () => {
  const shop = await openShop()
  await keepUp(shop.db, never)
  const settings = await tableOf(shop, 'settings')
  await sell(shop)
  const before = await tableOf(shop, 'products')
  expect(before.dead).toBeGreaterThan(61)
  await keepUp(shop.db, never)
  const { rows } = await shop.db.execute<{ count: number }>(sql`select count(*)::int from products`)
  expect(await tableOf(shop, 'products')).toEqual({
    dead: 0,
    counted: rows[0]?.count,
    vacuumed: expect.any(Date),
    analyzed: expect.any(Date),
  })
  expect(await tableOf(shop, 'settings')).toEqual(settings)
  expect(settings.vacuumed).toBeNull()

  const first = await tableOf(shop, 'products')
  await keepUp(shop.db, never)
  expect(await tableOf(shop, 'products')).toEqual(first)
  await shop.close()
})

test('a table is cleared and counted when PostgreSQL’s own processes would, and not before', async () => {
  const shop = await openShop()
  const changes = {
    just_few_enough_dead: sql`delete from just_few_enough_dead where id <= 250`,
    dead: sql`delete from dead where id <= 251`,
    just_few_enough_new: sql`insert into just_few_enough_new select generate_series(1, 1200)`,
    new: sql`insert into new select generate_series(1, 1201)`,
    just_few_enough_other: sql`delete from just_few_enough_other where id <= 150`,
    other: sql`delete from other where id <= 151`,
    old: sql`update pg_class set relfrozenxid = '4090000000' where oid = 'old'::regclass`,
  }
  for (const name of Object.keys(changes)) {
    const table = sql.identifier(name)
    await shop.db.execute(sql`create table ${table} as select generate_series(1, 1000) as id`)
    await shop.db.execute(sql`select pg_stat_force_next_flush()`)
    await shop.db.execute(sql`vacuum analyze ${table}`)
  }
  const times = () =>
    Promise.all(
      Object.keys(changes).map(async (name) => {
        const { vacuumed, analyzed } = await tableOf(shop, name)
        return [name, Number(vacuumed), Number(analyzed)] as const
      }),
    )
  const before = await times()
  for (const change of Object.values(changes)) await shop.db.execute(change)
  await shop.db.execute(sql`select pg_stat_force_next_flush()`)
  await keepUp(shop.db, never)
  const done = (await times()).map(([name, vacuumed, analyzed], at) => [
    name,
    vacuumed !== before[at]?.[1],
    analyzed !== before[at]?.[2],
  ])
  expect(done).toEqual([
    ['just_few_enough_dead', false, true],
    ['dead', true, true],
    ['just_few_enough_new', false, true],
    ['new', true, true],
    ['just_few_enough_other', false, false],
    ['other', false, true],
    ['old', true, false],
  ])
  await shop.close()
})

test('what was written just before a shop closed is counted when it opens again', async () => {
  const data = await makeData('embedded')
  const before = await openShop({ data })
  await before.db.execute(sql`create table written as select generate_series(1, 1001) as id`)
  await before.close()
  const shop = await openShop({ data })
  await keepUp(shop.db, never)
  expect(await tableOf(shop, 'written')).toMatchObject({ counted: 1001, analyzed: expect.any(Date) })

  // One in which all are dead has no statistics then, either: it is not looked at again and again.
  await shop.db.execute(sql`create table emptied as select 1 as id`)
  await shop.db.execute(sql`delete from emptied`)
  await keepUp(shop.db, never)
  const first = await tableOf(shop, 'emptied')
  expect(first.analyzed).not.toBeNull()
  await keepUp(shop.db, never)
  expect(await tableOf(shop, 'emptied')).toEqual(first)
  await shop.close()
  await data.discard()
})

/** How much of its log the database would have to replay if it were killed now, in bytes. */
async function unsaved({ db }: Shop): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), (pg_control_checkpoint()).redo_lsn) as bytes`,
  )
  return Number(rows[0]?.bytes)
}

test('its log begins anew before a kill would cost more than a moment', async () => {
  const shop = await openShop()
  const write = () =>
    shop.db.execute(
      sql`update products set description = (select string_agg(md5(random()::text), '') from generate_series(1, 500)) || id`,
    )
  while ((await unsaved(shop)) < 12 * 2 ** 20) await write()
  await keepUp(shop.db, never)
  expect(await unsaved(shop)).toBeGreaterThan(12 * 2 ** 20)
  while ((await unsaved(shop)) < 17 * 2 ** 20) await write()
  await keepUp(shop.db, never)
  expect(await unsaved(shop)).toBeLessThan(2 ** 20)
  await shop.close()
})

test('what cannot be done is told, and keeps nothing else from being done', async () => {
  const shop = await openShop()
  const definition = (body: string) =>
    sql.raw(`create or replace function sick(int) returns int language plpgsql immutable as '${body}'`)
  await shop.db.execute(definition('begin return $1; end'))
  await shop.db.execute(sql`create index on products (sick(id))`)
  await shop.db.execute(sql`create table after_it as select generate_series(1, 2000) as id`)
  await sell(shop)
  await shop.db.execute(definition('begin raise; end'))
  await expect(keepUp(shop.db, never)).rejects.toThrow('analyze products')
  expect(await tableOf(shop, 'products')).toMatchObject({ analyzed: null })
  expect(await tableOf(shop, 'after_it')).toMatchObject({ analyzed: expect.any(Date) })
  await shop.close()
})

test('it lets who buys go first, and ends with the server', async () => {
  const shop = await openShop()
  await sell(shop)
  tally.checkouts.atWork += 1
  const keeping = keepUp(shop.db, never)
  await sell(shop)
  const bought = Date.now()
  tally.checkouts.atWork -= 1
  await keeping
  const { vacuumed } = await tableOf(shop, 'products')
  expect(vacuumed?.getTime()).toBeGreaterThanOrEqual(bought)

  await sell(shop)
  const closing = new AbortController()
  tally.checkouts.atWork += 1
  const cutShort = keepUp(shop.db, closing.signal)
  await sell(shop)
  closing.abort()
  await cutShort
  tally.checkouts.atWork -= 1
  expect((await tableOf(shop, 'products')).vacuumed).toEqual(vacuumed)
  await shop.close()
})

test('the server sees to it every ten seconds', async () => {
  const data = await makeData('embedded')
  const hurried = `const usual = globalThis.setInterval
    globalThis.setInterval = (work, every) => usual(work, every === 10_000 ? 20 : every)`
  const server = startServer({ ...data.environment, NODE_OPTIONS: beginningWith(hurried) })
  await server.opened
  const client = new pg.Client({
    host: join(data.environment['DATA_DIR'] ?? '', 'socket'),
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  const beside = { db: drizzle(client) }
  await sell(beside)
  await eventually(async () => expect((await tableOf(beside, 'products')).vacuumed).not.toBeNull())
  await client.end()
  server.child.kill()
  await server.exit
  await data.discard()
})
