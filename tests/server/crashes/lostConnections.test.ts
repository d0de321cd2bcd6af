import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import type { Product } from '#contract/catalogue.ts'
import { formatMoney } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { payment_attempts } from '#server/db/schema/orders.ts'
import { unfinishedAttempts } from '#server/payments/attempts.ts'
import { recoverPayments } from '#server/payments/recovery.ts'
import { desk } from '#tests/server/desk/desk.ts'
import { eventually } from '#tests/support/eventually.ts'
import { patiently } from '#tests/support/patiently.ts'
import { endServers, openServer } from '#tests/support/program.ts'
import { rounds } from '#tests/support/rounds.ts'
import { makeData, openShop } from '#tests/support/shop.ts'
import { withinHalfAMinute } from '#tests/support/withinHalfAMinute.ts'
import { faults, ordersBy, pieces } from './audit.ts'
import { buy } from './crowd.ts'
import { oneOfEach, setScene } from './scene.ts'

afterEach(endServers)

const size = rounds(120, 1_000)
/** As many as a server may have. */
const connections = 20
/** A customer's own data, from these tables. Four reads of a kind are at the database at a time. */
const own = [paths.cart, paths.wishlist, paths.paymentMethods, paths.orderHistory, paths.addresses]
const readFrom = 'carts, wishlist_entries, saved_cards, orders, addresses'
/** Those who come once the connections last again. */
const later = 40
/** As many orders as may wait. */
const room = 500

/** A client that ends all other connections to this database, as a restart of PostgreSQL does. */
async function openAdministrator(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    endOthers: async () => {
      const { rowCount } = await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      return rowCount ?? 0
    },
    /** The connection that listens for changes, and is asked now and then; the former one, `before`, counts as gone. */
    listener: async (before = 0) => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity
        where datname = current_database() and application_name <> 'damson'
        and query in ('listen damson_changed', 'select 1') and pid <> $1`,
        [before],
      )
      return rows[0]?.pid
    },
    /** Blocks everybody who reads their own data, until released. */
    holdOwn: async () => {
      const holder = new pg.Client({ connectionString })
      await holder.connect()
      await holder.query('begin')
      await holder.query(`lock table ${readFrom} in access exclusive mode`)
      return () => holder.end()
    },
    /** How many of the shop's connections wait for a lock. */
    waiting: async () => {
      const { rowCount } = await client.query(
        `select from pg_stat_activity
        where datname = current_database() and application_name = 'damson' and wait_event_type = 'Lock'`,
      )
      return rowCount ?? 0
    },
    leave: () => client.end(),
  }
}

describe.runIf(inject('postgres') !== null)('a PostgreSQL that ends its connections again and again', () => {
  test(`ends no server, which tells its log and goes on hearing of changes: of ${size} checkouts meanwhile each is an order or told to try again, and never two`, async () => {
    const data = await makeData('postgres')
    const { ids, buyers } = await setScene(data, [10 * size], size + later, oneOfEach)
    const url = data.environment['DATABASE_URL'] ?? ''
    const { address, said, stop } = await openServer({
      ...data.environment,
      LOG_LEVEL: 'warn',
      // On a busy machine it takes a while until all that should wait do.
      DATABASE_URL: `${url}&lock_timeout=180000&statement_timeout=180000&query_timeout=180000`,
    })
    const administrator = await openAdministrator(url)
    const listener = await administrator.listener()
    expect(listener).toBeDefined()

    let isOver = false
    const storm = (async () => {
      let ended = 0
      for (; !isOver; await pause(50)) ended += await administrator.endOthers()
      return ended
    })()
    const early = buyers.slice(0, size)
    const statuses: number[] = []
    let amid = 0
    for (let start = 0; start < size; start += 20) {
      const some = Promise.all(early.slice(start, start + 20).map((buyer) => buy(address, buyer)))
      // However quickly they are done.
      amid += await administrator.endOthers()
      statuses.push(...(await some).map(({ status }) => status))
    }
    isOver = true
    expect(amid + (await storm)).toBeGreaterThan(size / 20)
    expect(statuses.filter((status) => ![201, 503].includes(status))).toEqual([])

    // All at once, each with a connection of its own: none may have been lost for good.
    const letGo = await administrator.holdOwn()
    const asked = early.slice(0, connections).map(({ token }, at) =>
      fetch(`${address}${apiRoot}${own[at % own.length] ?? ''}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
    await eventually(async () => expect(await administrator.waiting()).toBe(connections))
    await letGo()
    const read = await Promise.all(asked)
    expect(read.map(({ status }) => status)).toEqual(read.map(() => 200))

    const calm = await Promise.all(buyers.slice(size).map((buyer) => patiently(() => buy(address, buyer))))
    expect(calm.map(({ status }) => status)).toEqual(calm.map(() => 201))
    // An attempt that was cut off is cleaned up half a minute later; until then its key is in progress.
    const sendAgain = async () => {
      const answers = []
      for (let start = 0; start < size; start += room)
        answers.push(
          ...(await Promise.all(
            early.slice(start, start + room).map((buyer) => patiently(() => buy(address, buyer))),
          )),
        )
      return answers
    }
    const again = await sendAgain()
    expect(again.filter(({ status }) => ![201, 409].includes(status))).toEqual([])
    const shop = await openShop({ data })
    const halfAMinute = 30_000
    await shop.db.update(payment_attempts).set({ updated_at: new Date(Date.now() - 2 * halfAMinute) })
    const cutOff = await unfinishedAttempts(shop.db, halfAMinute)
    expect(await recoverPayments(shop.db, shop.gateway, cutOff)).toEqual([])
    const last = await sendAgain()
    expect(last.map(({ status }) => status)).toEqual(last.map(() => 201))

    await eventually(async () => expect(await administrator.listener(listener)).toBeDefined())
    await administrator.leave()
    const slug = 'oval-sapphire-halo-ring'
    const page = async () => (await fetch(`${address}/products/${slug}`)).text()
    const { sku } = ((await shop.call('GET', paths.product(slug))).body as { data: Product }).data
    await withinHalfAMinute(
      async (round) => 4_321 + round,
      async (pounds) => {
        const price = formatMoney(`${pounds}.00`)
        expect(await page()).not.toContain(price)
        expect(await desk(shop, 'price', sku, String(pounds))).toMatchObject({ code: 0 })
        while (!(await page()).includes(price));
      },
    )
    expect(await stop()).toBe(0)
    const log = said.out.split('\n').filter((line) => line.startsWith('{'))
    expect(log.join()).toContain('"msg":"A database connection was lost"')
    expect(said.error).toBe('')
    const orders = await ordersBy(shop.db)
    expect(new Set(orders.map(({ customer_id }) => customer_id)).size).toBe(orders.length)
    expect(orders).toHaveLength(buyers.length)
    expect(await faults(shop.db, { isRecovered: true })).toEqual({})
    expect(await pieces(shop.db, ids)).toEqual([
      { id: ids[0], left: 10 * size - orders.length, sold: orders.length },
    ])
    await shop.close()
    await data.discard()
  })

  test('has back each connection on which a transaction could not even begin', async () => {
    const data = await makeData('postgres')
    const shop = await openShop({ data })
    const { db, pool } = shop
    const end = (client: pg.PoolClient) =>
      void client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
    // A new connection is sent its settings first, and would be discarded at that point.
    const fresh = new WeakSet<pg.PoolClient>()
    pool.on('connect', (client) => fresh.add(client))
    pool.on('acquire', (client) => {
      if (!fresh.delete(client)) end(client)
    })
    const { verify } = pool.options
    pool.options.verify = (client, done) =>
      verify?.(client, (error) => {
        end(client)
        done(error)
      })
    for (let lost = 0; lost <= (pool.options.max ?? 0); lost++)
      await expect(db.transaction(() => Promise.resolve())).rejects.toThrow('Failed query: begin')
    pool.removeAllListeners('acquire')
    pool.options.verify = verify
    expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }])
    await shop.close()
    await data.discard()
  })
})
