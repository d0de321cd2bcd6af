import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { transaction } from '#server/db/db.ts'
import { tally } from '#server/metrics/tally.ts'
import { crowdOf } from '#tests/support/crowdOf.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { newPiece, readyShopper } from './orders/pieces.ts'

let shop: Shop
let address = ''
beforeAll(async () => {
  shop = await openShop()
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${address}${apiRoot}${path}`, { headers })

/** A piece that somebody has bought, and the number of their order. */
async function sold() {
  const { id } = await newPiece(shop)
  const buyer = await readyShopper(shop, [{ product_id: id }])
  const { body } = await buyer.checkout()
  return { id, buyer, order_number: (body as { order_number: string }).order_number }
}

test.each(['reviews', 'tracking'])(
  'a crowd at %s, which no memory answers, is sent away behind so many, and keeps nobody from anything else',
  async (what) => {
    const { id, buyer, order_number } = await sold()
    const path = what === 'reviews' ? paths.reviews(id) : `${paths.trackOrder}?order_number=${order_number}`
    const other = what === 'reviews' ? `${paths.trackOrder}?order_number=${order_number}` : paths.reviews(id)
    const room = 62
    const before = { ...tally.reads }
    // The embedded database has one connection: while it is held, nothing is read.
    const waiting = await transaction(shop.db, async () => {
      // Half of them signed in: a token is looked up as well.
      const crowd = crowdOf({ size: room + 30, refused: 30 }, (index) =>
        get(path, index % 2 === 0 ? {} : { authorization: `Bearer ${buyer.token}` }),
      )
      await crowd.enough
      expect(tally.reads).toEqual({ atWork: before.atWork + 8, waiting: before.waiting + 54 })
      const others = [get(other), get(`${paths.products}?page=1&max_weight=77`)]
      await eventually(() => expect(tally.reads.atWork).toBe(before.atWork + 10))
      return { crowd, others }
    })
    expect((await Promise.all(waiting.others)).map(({ status }) => status)).toEqual([200, 200])
    expect((await waiting.crowd.all).filter((status) => status === 200)).toHaveLength(room)
    for (const refusal of waiting.crowd.refusals) {
      expect(Object.fromEntries(refusal.headers)).toMatchObject({
        'retry-after': '2',
        'cache-control': 'no-store',
        'content-type': 'application/json; charset=utf-8',
      })
      expect(await refusal.json()).toMatchObject({ code: 'unavailable' })
    }
    expect(tally.reads).toEqual(before)
  },
)

const signedIn = (token: string) => (path: string) => get(path, { authorization: `Bearer ${token}` })

test('a crowd of customers who read what is theirs leaves the database to others: few of a kind ask it at a time', async () => {
  const { buyer, order_number } = await sold()
  const kinds = [paths.cart, paths.profile, paths.wishlist, paths.addresses, paths.paymentMethods]
  const own = [...kinds, paths.orderHistory, paths.order(order_number), paths.exportAccount]
  let longest = 0
  const look = () => (longest = Math.max(longest, shop.pool.waitingCount))
  shop.pool.on('acquire', look)
  const crowd = own.flatMap((path) => Array.from({ length: 30 }, () => signedIn(buyer.token)(path)))
  const answers = await Promise.all(crowd)
  shop.pool.off('acquire', look)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(longest).toBeLessThanOrEqual(4 * own.length)
})

test('customers who would wait behind five hundred others of a kind are told to come again', async () => {
  const { buyer } = await sold()
  const read = signedIn(buyer.token)
  const before = { ...tally.ownReads }
  const room = 504
  const crowd = await transaction(shop.db, async () => {
    const held = crowdOf({ size: room + 20, refused: 20 }, () => read(paths.cart))
    await held.enough
    expect(tally.ownReads).toEqual({ atWork: before.atWork + 4, waiting: before.waiting + 500 })
    return held
  })
  expect((await crowd.all).filter((status) => status === 200)).toHaveLength(room)
  for (const refusal of crowd.refusals) {
    expect(refusal.headers.get('retry-after')).toBe('2')
    expect(await refusal.json()).toMatchObject({ code: 'unavailable' })
  }
  expect((await read(paths.cart)).status).toBe(200)
  expect(tally.ownReads).toEqual(before)
})

test('however many ask whether the shop is well, the database is asked by one at a time', async () => {
  let readings = 0
  const count = () => (readings += 1)
  shop.pool.on('acquire', count)
  const crowd = await Promise.all(Array.from({ length: 60 }, () => get(paths.health)))
  shop.pool.off('acquire', count)
  expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([200]))
  // The shop's own background work may read meanwhile.
  expect(readings).toBeLessThan(20)
})
