import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { beginSession } from '#server/auth/rotation.ts'
import { refresh_tokens, sessions } from '#server/db/schema/customers.ts'
import { idempotency_keys } from '#server/db/schema/jobs.ts'
import { orders } from '#server/db/schema/orders.ts'
import { engines, type Reply, type Shop, openShop } from '#tests/support/shop.ts'
import { copyOrder, data, newPiece, newShopper, readyShopper, several, statuses } from './orders/pieces.ts'

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
    // A busy machine would be too busy for all of them at once.
    for (let sent = 0; sent < 595; sent += 85) {
      const some = await several(85, (nth) => change(access, `key ${sent + nth}`))
      expect(new Set(statuses(some))).toEqual(new Set([200]))
    }
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

  test('sixty orders in an hour are enough of one customer; one sent again is none more, and the cart stays as it is', async () => {
    now = new Date()
    const { id: product_id } = await newPiece(shop)
    const [shopper, other] = await several(2, () => readyShopper(shop, [{ product_id }]))
    if (shopper === undefined || other === undefined) throw new Error('Nobody')
    const { id } = data<{ id: string }>(await shopper.checkout())
    const copies = await copyOrder(shop, id, 58, new Date(now.getTime() - 50 * minute))
    // One that was cancelled since was placed all the same.
    const cancelled = inArray(orders.order_number, copies.slice(20, 30))
    await shop.db.update(orders).set({ status: 'cancelled' }).where(cancelled)
    await shopper.add(product_id)
    expect((await shopper.checkout({}, { key: 'the sixtieth' })).status).toBe(201)
    await shopper.add(product_id)
    const refused = await shopper.checkout({}, { key: 'one more' })
    expect(refused).toMatchObject({ status: 429, body: { status: 'error', code: 'too_many_requests' } })
    // Until the first of those sixty is an hour old.
    expect(waitOf(refused)).toBe(10 * 60)
    expect(data<{ items: unknown[] }>(await shopper.call('GET', paths.cart)).items).toHaveLength(1)
    const again = await shopper.checkout({}, { key: 'the sixtieth' })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect((await other.checkout()).status).toBe(201)
    now = new Date(now.getTime() + 10 * minute)
    expect((await shopper.checkout({}, { key: 'one more' })).status).toBe(201)
    // By a clock that was a month ahead, none of them is of this hour.
    now = new Date(now.getTime() - 30 * 24 * 60 * minute)
    await shopper.add(product_id)
    expect((await shopper.checkout()).status).toBe(201)
  })

  test('whoever logs in again and again has fifty sessions: what has ended goes first, then what was used longest ago', async () => {
    now = new Date()
    const shopper = await shop.signUp()
    const session = eq(sessions.customer_id, shopper.user_id)
    const begin = async () => {
      now = new Date(now.getTime() + 1_000)
      return (await beginSession(shop.db, shopper.user_id, now)).refresh
    }
    const exchange = (refresh: string) => shop.call('POST', paths.refreshToken, { body: { refresh } })
    const tokens: string[] = []
    for (let count = 0; count < 49; count += 1) tokens.push(await begin())
    expect(await shop.db.$count(sessions, session)).toBe(50)
    const [first = '', second = '', third = ''] = tokens
    await shop.call('POST', paths.logout, { body: { refresh: tokens.at(-1) } })
    now = new Date(now.getTime() + 1_000)
    const renewed = await exchange(first)
    expect(renewed.status).toBe(200)
    // In the place of the one that was left, of the one from the sign-up, and of the second: the first has been used.
    await begin()
    await begin()
    const { email, password } = shopper
    expect((await shop.call('POST', paths.login, { body: { email, password } })).status).toBe(200)
    expect(await shop.db.$count(sessions, session)).toBe(50)
    const stay = [(renewed.body as { refresh: string }).refresh, third]
    expect(statuses(await Promise.all([...stay, second, shopper.refresh].map(exchange)))).toEqual([
      200, 200, 401, 401,
    ])
    // By a clock that was a month ahead all others are newer.
    now = new Date(now.getTime() - 30 * 24 * 60 * minute)
    expect((await exchange(await begin())).status).toBe(200)
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
