import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { transaction } from '#server/db/db.ts'
import { tally } from '#server/metrics/tally.ts'
import { crowdOf } from '#tests/support/crowdOf.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { statementsAtOnce } from '#tests/support/statementsOf.ts'
import { newPiece, readyShopper } from './orders/pieces.ts'

let shop: Shop
let address = ''
beforeAll(async () => {
  shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1' } })
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

const narrowed = (index: number) => `${paths.products}?page=1&max_weight=${index + 1}`
const from = (ip: string) => ({ 'x-forwarded-for': ip })

test.each([
  ['reviews', 62],
  ['tracking', 62],
  ['narrowed lists', 70],
  // A hundred of these are read together.
  ['plain lists', 154],
  ['pieces', 154],
])('a network with more calls at %s than may wait keeps no other from them', async (what, room) => {
  const { id, order_number } = await sold()
  const path = (index: number) => {
    if (what === 'narrowed lists') return narrowed(index)
    if (what === 'plain lists') return `${paths.products}?page=1&${index}`
    if (what === 'pieces') return `${paths.product(id)}?${index}`
    return what === 'reviews' ? paths.reviews(id) : `${paths.trackOrder}?order_number=${order_number}`
  }
  const before = { ...tally.reads }
  let answered = 0
  const { crowd, own } = await transaction(shop.db, async () => {
    const crowd = crowdOf({ size: room + 30, refused: 30 }, async (index) => {
      const answer = await get(path(index), from('192.0.2.1'))
      answered += 1
      return answer
    })
    await crowd.enough
    const own = get(path(200), from('198.51.100.7'))
    // One of the many makes room.
    await Promise.race([own, eventually(() => expect(crowd.refusals).toHaveLength(31))])
    return { crowd, own }
  })
  expect((await own).status).toBe(200)
  expect(answered - 31).toBeLessThan(room - 27)
  await crowd.all
  expect(tally.reads).toEqual(before)
})

test('nor from what it has asked for before, which waits for a turn of whoever else wants it, and is refused to none of them', async () => {
  const room = 70
  let answered = 0
  const ask = async (index: number) => {
    const answer = await get(narrowed(index), from('192.0.2.1'))
    answered += 1
    return answer
  }
  const { crowd, newest, others } = await transaction(shop.db, async () => {
    const crowd = crowdOf({ size: room - 1, refused: 1 }, ask)
    await eventually(() => expect(tally.reads.waiting).toBe(53))
    const newest = ask(room)
    await eventually(() => expect(tally.reads.waiting).toBe(54))
    const same = get(narrowed(room), from('198.51.100.7'))
    // It is refused to whoever asked for it first, for its own turn of the other.
    await newest
    const another = get(narrowed(200), from('203.0.113.9'))
    await crowd.enough
    return { crowd, newest, others: [same, another] }
  })
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200])
  expect(answered - 2).toBeLessThan(room / 2)
  expect((await newest).status).toBe(503)
  await crowd.all
})

test('however many ask whether the shop is well, the database is asked by one at a time', async () => {
  const { statements, answers } = await statementsAtOnce(shop, Array.from({ length: 60 }), () =>
    get(paths.health),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  // The shop's own background work may read meanwhile.
  expect(statements).toBeLessThan(20)
})

test('however many ask for pictures that nobody has imported, the database is asked for all of them together', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `own/ring-${index}-0123456789abcdef`)
  // What is no name of ours is no question to the database either, which refuses it.
  const odd = ['own/ring%00', 'own/ring%F0%9F%92%8D', "own/'", 'own/', 'own/Ring']
  const { statements, answers } = await statementsAtOnce(shop, [...names, ...odd], (name) =>
    fetch(`${address}/pictures/${name}`),
  )
  expect.soft(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(statements).toBeLessThan(20)
})
