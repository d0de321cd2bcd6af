import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '#server/db/db.ts'
import { tally } from '#server/metrics/tally.ts'
import { registerPages } from '#server/pages/register.ts'
import { crowdOf } from '#tests/support/crowdOf.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
let address = ''
beforeAll(async () => {
  shop = await openShop({})
  await registerPages(shop.app, shop.config)
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => shop.close())

const open = (path: string) => fetch(address + path)

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
