import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import type { VitalsReport } from '#contract/vitals.ts'
import { rate_limits } from '#server/db/schema/jobs.ts'
import { vitals } from '#server/db/schema/vitals.ts'
import { sweepVitals } from '#server/vitals/store.ts'
import { desk } from '#tests/server/desk/desk.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'

const day = 24 * 3_600_000

describe.each(engines())('measured in use on %s', (engine) => {
  let shop: Shop
  let now = new Date()
  beforeAll(async () => {
    shop = await openShop({ engine, environment: { RATE_LIMIT: 'on' }, clock: () => now })
  })
  beforeEach(async () => {
    now = new Date()
    await shop.db.delete(rate_limits)
    await shop.db.delete(vitals)
  })
  afterAll(() => shop.close())

  const report = (change: object = {}) => ({
    page: 'piece',
    screen: 'phone',
    vitals: [{ name: 'LCP', value: 812.5 }],
    ...change,
  })
  const send = (body: unknown, from = '192.0.2.1') => shop.call('POST', paths.vitals, { body, from })

  test('a page view is kept without a word of whose it was, and shown at the desk', async () => {
    const seen: VitalsReport['vitals'] = [
      { name: 'LCP', value: 812.5 },
      { name: 'CLS', value: 0.004 },
    ]
    expect((await send(report({ vitals: seen, email: 'ada@example.com', user_id: 7 }))).status).toBe(204)
    const rows = await shop.db.select().from(vitals)
    expect(rows.map(({ id: _, ...row }) => row)).toEqual(
      seen.map((one) => ({ ...one, page: 'piece', screen: 'phone', at: now })),
    )
    for (const value of [100, 200, 6_000])
      await send(report({ page: 'home', vitals: [{ name: 'LCP', value }] }))
    await send(report({ page: 'search', vitals: [{ name: 'LCP', value: 4_001 }] }))
    const { code, text } = await desk(shop, 'vitals')
    expect(code).toBe(0)
    // Three of four views of 100, 200 and 6000 ms: halfway between the last two.
    expect(text).toMatch(/^home +phone +LCP +3100 ms +fair +3$/m)
    expect(text).toMatch(/^search +phone +LCP +4001 ms +poor +1$/m)
    expect(text).toMatch(/^piece +phone +LCP +813 ms +good +1$/m)
    expect(text).toMatch(/^piece +phone +CLS +0\.004 +good +1$/m)
  })

  test('the desk looks back as far as it is told, and measurements go after thirty days', async () => {
    now = new Date(Date.now() - 10 * day)
    await send(report())
    now = new Date()
    expect((await desk(shop, 'vitals')).text).toBe('Nobody has allowed measuring in the last 7 days.')
    expect((await desk(shop, 'vitals', '--days', '11')).text).toContain('LCP')
    for (const days of ['0', '31', 'week', '1.5'])
      expect(await desk(shop, 'vitals', '--days', days)).toMatchObject({ code: 2 })
    await sweepVitals(shop.db, new Date(now.getTime() + 19 * day))
    expect(await shop.db.select().from(vitals)).toHaveLength(1)
    await sweepVitals(shop.db, new Date(now.getTime() + 21 * day))
    expect(await shop.db.select().from(vitals)).toEqual([])
  })

  test.each([
    ['a page of no known kind', { page: '/orders/DMS-7K3M9QXT' }],
    ['a measure of no known name', { vitals: [{ name: 'FID', value: 1 }] }],
    ['the same measure twice', { vitals: [1, 2].map((value) => ({ name: 'LCP', value })) }],
    ['nothing measured', { vitals: [] }],
    ['a negative one', { vitals: [{ name: 'LCP', value: -1 }] }],
    ['one that no page takes', { vitals: [{ name: 'LCP', value: 1e9 }] }],
    ['words', { vitals: [{ name: 'LCP', value: 'fast' }] }],
  ])('%s is refused and not kept', async (_, change) => {
    expect(await send(report(change))).toMatchObject({
      status: 400,
      body: { message: 'This measurement cannot be read' },
    })
    expect(await shop.db.select().from(vitals)).toEqual([])
  })

  test('one network cannot bend the figures by sending without end', async () => {
    const statuses = []
    for (let count = 0; count < 101; count += 1) statuses.push((await send(report())).status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
    expect((await send(report(), '192.0.2.2')).status).toBe(204)
  })
})
