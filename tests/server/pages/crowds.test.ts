import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import { paths } from '#contract/paths.ts'
import { transaction } from '#server/db/db.ts'
import { tally } from '#server/metrics/tally.ts'
import { registerPages } from '#server/pages/register.ts'
import { crowdOf } from '#tests/support/crowdOf.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { withoutDatabase } from '#tests/support/withoutDatabase.ts'

let shop: Shop
let address = ''
beforeAll(async () => {
  // As behind a proxy, which says who calls.
  shop = await openShop({ environment: { TRUST_PROXY: '127.0.0.1' } })
  await registerPages(shop.app, shop.config)
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const open = (path: string, network = '192.0.2.1') =>
  fetch(address + path, { headers: { 'x-forwarded-for': network } })

test('a crowd that has pages made which nobody else wants is sent away, and keeps nobody from any other page', async () => {
  expect((await open('/products/rings')).status).toBe(200)
  const room = 64
  // The embedded database has one connection: while it is held, no page is finished.
  const waiting = await transaction(shop.db, async () => {
    const crowd = crowdOf({ size: room + 30, refused: 30 }, (index) =>
      open(`/products/rings?min_weight=${100 + index}`),
    )
    await crowd.enough
    expect(tally.renders).toEqual({ atWork: 4, waiting: 60 })
    // One from the cache, and one that is still to be rendered.
    expect((await open('/products/rings')).status).toBe(200)
    const piece = open('/products/oval-signet-ring')
    await eventually(() => expect(tally.renders).toEqual({ atWork: 5, waiting: 60 }))
    return { crowd, piece }
  })
  expect((await waiting.piece).status).toBe(200)
  expect((await waiting.crowd.all).filter((status) => status === 200)).toHaveLength(room)
  for (const refusal of waiting.crowd.refusals) {
    expect(Object.fromEntries(refusal.headers)).toMatchObject({
      'retry-after': '2',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect(await refusal.text()).toContain('The shop is very busy')
  }
})

test('a crowd from one network that asks for pieces which there are not keeps nobody else from a page that is still to be made', async () => {
  const room = 208
  const waiting = await transaction(shop.db, async () => {
    const crowd = crowdOf({ size: room + 30, refused: 30 }, (index) => open(`/products/made-up-${index}`))
    await crowd.enough
    const wanted = ['/products/oval-sapphire-halo-ring', '/products/earrings']
    const pages = wanted.map((path) => open(path, '198.51.100.7'))
    // Each takes the place of one of the crowd, which is told.
    await eventually(() => expect(crowd.refusals).toHaveLength(30 + wanted.length))
    return { crowd, pages }
  })
  expect((await Promise.all(waiting.pages)).map(({ status }) => status)).toEqual([200, 200])
  expect((await waiting.crowd.all).filter((status) => status === 404)).toHaveLength(room - 2)
})

test('nor from one that the crowd has asked for before, the last of all', async () => {
  const room = 208
  const wanted = '/products/pearl-stud-earrings'
  const { crowd, newest, pages } = await transaction(shop.db, async () => {
    const crowd = crowdOf({ size: room - 1, refused: 1 }, (index) => open(`/products/invented-${index}`))
    await eventually(() => expect(tally.renders).toEqual({ atWork: 8, waiting: 199 }))
    const newest = open(wanted)
    await eventually(() => expect(tally.renders.waiting).toBe(200))
    const same = open(wanted, '198.51.100.7')
    await newest
    const another = open('/products/hammered-silver-cuff', '203.0.113.9')
    await crowd.enough
    return { crowd, newest, pages: [same, another] }
  })
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200])
  expect((await newest).status).toBe(503)
  await crowd.all
})

test('however a crowd spells a page’s address, it is led to the one page there is, and has no others made', async () => {
  expect((await open('/track-order')).status).toBe(200)
  const before = tally.pagesMade
  // Each number says which letters are capitals.
  const spelt = (letters: string, number: number) =>
    letters.replaceAll(/[a-z]/g, (letter: string, index: number) =>
      number & (1 << index) ? letter.toUpperCase() : letter,
    )
  const crowd = Array.from({ length: 600 }, (_, index) => open(`/${spelt('track-order', index)}`))
  const answers = await Promise.all(crowd)
  const opened = new Set(answers.map(({ status, url }) => `${status} ${new URL(url).pathname}`))
  expect([...opened]).toEqual(['200 /track-order'])
  // On a slow machine the page itself may be made anew meanwhile.
  expect(tally.pagesMade - before).toBeLessThan(10)
})

test('pages of orders, whose addresses anybody can make up, are not kept, so that they push no other out of memory', async () => {
  const made = async (path: string) => {
    const before = tally.pagesMade
    for (let time = 0; time < 3; time += 1) expect((await open(path)).status).toBe(200)
    return tally.pagesMade - before
  }
  expect(await made('/orders/DMS-7K3M9QXT')).toBe(3)
  expect(await made('/orders')).toBe(1)
})

test('a page that needs a database which is away is answered as the API does, as one to ask for again, and is kept nowhere', async () => {
  const path = '/products/twisted-hoop-earrings'
  const api = `${apiRoot}${paths.product('1')}`
  await withoutDatabase(shop, async () => {
    for (const address of [path, api]) {
      const { status, headers } = await open(address)
      expect({ status, ...Object.fromEntries(headers) }, address).toMatchObject({
        status: 503,
        'retry-after': '2',
        'cache-control': 'no-store',
      })
    }
    expect(await (await open(path)).text()).toContain('Try Again')
  })
  const { status, headers } = await open(path)
  expect([status, headers.get('retry-after')]).toEqual([200, null])
})
