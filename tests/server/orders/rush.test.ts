import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { atOnce, longestQueue } from '#server/orders/routes.ts'
import { buy, crowd } from '#tests/server/crashes/crowd.ts'
import { type Data, type Shop, makeData, openShop } from '#tests/support/shop.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newPiece } from './pieces.ts'

const room = atOnce + longestQueue

// The embedded database has one connection: if it is blocked, so is everybody who is signed in.
describe.runIf(inject('postgres') !== null)('a rush of checkouts on PostgreSQL', () => {
  let data: Data
  let shop: Shop
  let server = ''
  beforeAll(async () => {
    data = await makeData('postgres')
    const url = data.environment['DATABASE_URL'] ?? ''
    // On a busy machine it takes a while until all that should wait do.
    const environment = {
      DATABASE_URL: `${url}&lock_timeout=180000&statement_timeout=180000`,
      TRUST_PROXY: '127.0.0.1',
    }
    shop = await openShop({ data, environment })
    server = await shop.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await shop.close()
    await data.discard()
  })

  test('who would wait longer than a shopper does is told so at once and when to come again, and the others’ orders are placed', async () => {
    const piece = await newPiece(shop, { stock: 1_000 })
    const buyers = await crowd(shop, room + 30, () => [{ product_id: piece.id, quantity: 1 }])
    const other = new pg.Client({ connectionString: shop.config.databaseUrl ?? '' })
    await other.connect()
    await other.query('begin')
    await other.query('lock table payment_attempts in share mode')

    const statuses: number[] = []
    const { promise: refused, resolve } = Promise.withResolvers<void>()
    const all = buyers.map(async (buyer) => {
      const { status } = await buy(server, buyer)
      statuses.push(status)
      if (statuses.length === 30) resolve()
    })
    await refused
    expect(statuses).toEqual(Array(30).fill(503))
    // Refused before the call is interpreted: this one is nobody’s.
    for (const path of [paths.checkout, paths.orders]) {
      const answer = await fetch(`${server}${apiRoot}${path}`, { method: 'POST', body: '{"payment_data"' })
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ code: 'unavailable', message: expect.any(String) })
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'retry-after': '2',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String),
      })
    }
    expect((await fetch(`${server}${apiRoot}${paths.checkout}`)).status).toBe(405)

    await other.query('commit')
    await other.end()
    await Promise.all(all)
    expect(statuses.filter((status) => status === 201)).toHaveLength(room)
    const { rows } = await shop.db.execute(sql`select stock_quantity from products where id = ${piece.id}`)
    expect(rows).toEqual([{ stock_quantity: 1_000 - room }])
  })

  test('a network with more checkouts than may wait keeps nobody else from ordering', async () => {
    const piece = await newPiece(shop, { stock: 1_000 })
    const buyers = await crowd(shop, room + 11, () => [{ product_id: piece.id, quantity: 1 }])
    const other = new pg.Client({ connectionString: shop.config.databaseUrl ?? '' })
    await other.connect()
    await other.query('begin')
    await other.query('lock table payment_attempts in share mode')

    const statuses: number[] = []
    const flood = buyers.slice(1).map(async (buyer) => {
      statuses.push((await buy(server, { ...buyer, network: '192.0.2.1' })).status)
    })
    await eventually(() => expect(statuses).toHaveLength(10))
    const own = buyers.slice(0, 1).map(async (buyer) => {
      const { status } = await buy(server, buyer)
      return { status, before: statuses.length }
    })
    // One of the many makes room.
    await Promise.race([...own, eventually(() => expect(statuses).toHaveLength(11))])
    await other.query('commit')
    await other.end()
    const [answer] = await Promise.all(own)
    expect(answer?.status).toBe(201)
    expect(answer?.before).toBeLessThan(room / 2)
    await Promise.all(flood)
    expect(statuses.filter((status) => status === 201)).toHaveLength(room - 1)
  })
})
