import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { refresh_tokens, sessions } from '#server/db/schema/customers.ts'
import { idempotency_keys } from '#server/db/schema/jobs.ts'
import { engines, type Reply, type Shop, openShop } from '#tests/support/shop.ts'
import { newPiece, newShopper, several, statuses } from './orders/pieces.ts'

const minute = 60_000

describe.each(engines())('what is kept of calls on %s', (engine) => {
  let shop: Shop
  let now = new Date()
  beforeAll(async () => {
    shop = await openShop({ engine, environment: { RATE_LIMIT: 'on' }, clock: () => now })
  })
  afterAll(() => shop.close())

  const waitOf = ({ headers }: Reply) => Number(headers['retry-after'])

  test('who makes more changes in an hour than anybody does is told when to go on, and keeps no more of them', async () => {
    now = new Date()
    const shopper = await shop.signUp()
    const other = await newShopper(shop)
    const { id: product_id } = await newPiece(shop)
    const change = (token: string, key?: string) =>
      shop.call('DELETE', paths.wishlist, { token, body: { product_id }, ...(key !== undefined && { key }) })
    const kept = () => shop.db.$count(idempotency_keys, eq(idempotency_keys.customer_id, shopper.user_id))

    const { access } = shopper
    const first = await several(595, (nth) => change(access, `key ${nth}`))
    expect(new Set(statuses(first))).toEqual(new Set([200]))
    // The same call again stores nothing, so it does not count; nor does one without a key.
    await several(10, () => change(access, 'key 1'))
    await several(10, () => change(access))
    const last = await several(20, (nth) => change(access, `last ${nth}`))
    expect(statuses(last)).toEqual([...Array<number>(5).fill(200), ...Array<number>(15).fill(429)])
    for (const reply of last.filter(({ status }) => status === 429)) {
      expect(reply.body).toMatchObject({ code: 'too_many_requests' })
      expect(waitOf(reply)).toBeGreaterThan(50 * 60)
      expect(waitOf(reply)).toBeLessThanOrEqual(60 * 60)
    }
    expect(await kept()).toBe(600)
    expect([(await change(access, 'key 1')).status, (await change(access)).status]).toEqual([200, 200])
    expect((await change(other.token, 'theirs')).status).toBe(200)

    // What was refused may be sent again with its key, and is done then.
    now = new Date(now.getTime() + 60 * minute)
    const renewed = await shop.call('POST', paths.refreshToken, { body: { refresh: shopper.refresh } })
    const { access: later } = renewed.body as { access: string }
    expect(statuses(await several(20, (nth) => change(later, `last ${nth}`)))).toEqual(
      Array<number>(20).fill(200),
    )
  })

  test('a token that is exchanged again and again is so sixty times in ten minutes, and its session goes on', async () => {
    now = new Date()
    const shopper = await shop.signUp()
    const exchange = (refresh: string) => shop.call('POST', paths.refreshToken, { body: { refresh } })
    const tokens = async () =>
      (
        await shop.db
          .select({ id: refresh_tokens.id })
          .from(refresh_tokens)
          .innerJoin(sessions, eq(sessions.id, refresh_tokens.session_id))
          .where(eq(sessions.customer_id, shopper.user_id))
      ).length
    const replies = await several(80, () => exchange(shopper.refresh))
    expect(statuses(replies)).toEqual([...Array<number>(60).fill(200), ...Array<number>(20).fill(429)])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({ code: 'too_many_requests' })
    expect(refused && waitOf(refused)).toBeGreaterThan(8 * 60)
    expect(await tokens()).toBe(61)

    const { email, password } = shopper
    const elsewhere = await shop.call('POST', paths.login, { body: { email, password } })
    expect((await exchange((elsewhere.body as { refresh: string }).refresh)).status).toBe(200)
    expect((await shopper.call('GET', paths.profile)).status).toBe(200)
    now = new Date(now.getTime() + 10 * minute)
    const later = await exchange(shopper.refresh)
    expect(later.status).toBe(200)
    expect((await exchange((later.body as { refresh: string }).refresh)).status).toBe(200)
  })
})
