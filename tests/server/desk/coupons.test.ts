import { like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkCoupon, couponTexts } from '#contract/coupons.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { rate_limits } from '#server/db/schema/jobs.ts'
import { data, messageOf, newPiece, newShopper, readyShopper, several } from '#tests/server/orders/pieces.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

describe.each(engines())('coupons at the desk on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const orderWith = async (coupon_code: string) => {
    const piece = await newPiece(shop, { price: 10_000 })
    return (await readyShopper(shop, [{ product_id: piece.id }])).checkout({ coupon_code })
  }

  test('a coupon is honoured from when it is added until it is ended', async () => {
    expect(messageOf(await orderWith('PLUM15'))).toBe(couponTexts.invalid)
    expect(await desk(shop, 'coupons', 'add', 'plum15', '--percent', '15')).toMatchObject({
      code: 0,
      text: 'PLUM15 takes 15% off.',
    })
    expect(data<Order>(await orderWith('PLUM15'))).toMatchObject({ discount: '15.00', coupon_code: 'PLUM15' })
    expect(await desk(shop, 'coupons', 'add', 'PLUM15', '--percent', '50')).toMatchObject({ code: 1 })
    expect((await desk(shop, 'coupons', 'list')).text).toMatch(/PLUM15 +15% +always/)
    // Who meant another can add it again as it was.
    expect(await desk(shop, 'coupons', 'end', 'PLUM15')).toEqual({
      code: 0,
      text: 'PLUM15 has ended. It took 15% off.',
    })
    expect(messageOf(await orderWith('PLUM15'))).toBe(couponTexts.expired)
    expect(await desk(shop, 'coupons', 'end', 'PLUM15')).toMatchObject({ code: 1 })
    expect((await desk(shop, 'coupons', 'list')).text).toMatch(/PLUM15 +15% +ended/)
    expect(await desk(shop, 'coupons', 'add', 'PLUM15', '--percent', '20')).toMatchObject({ code: 0 })
    expect(data<Order>(await orderWith('PLUM15')).discount).toBe('20.00')
    await desk(shop, 'coupons', 'end', 'PLUM15')
    await desk(shop, 'coupons', 'add', 'PLUM15', '--percent', '20', '--until', '2040-12-24')
    expect((await desk(shop, 'coupons', 'end', 'PLUM15')).text).toBe(
      'PLUM15 has ended. It took 20% off until 24 Dec 2040, 23:59.',
    )
  })

  test('where the shop still names a coupon that is ended, the desk says', async () => {
    const end = async (code: string) => {
      await desk(shop, 'coupons', 'add', code, '--percent', '5')
      return (await desk(shop, 'coupons', 'end', code)).text.split('\n').slice(1)
    }
    await desk(shop, 'content', 'set', 'offer', 'Free delivery', '5% off with NOEL-5.')
    await desk(
      shop,
      'content',
      'set',
      'hero',
      '2',
      '--subtitle',
      'Noel-5 for you',
      '--link',
      '/contact?GIFT5',
    )
    await desk(shop, 'content', 'set', 'banners', '1', '--title', 'With “NOEL-5”')
    expect(await end('NOEL-5')).toEqual([
      'The shop may still name it: hero 2, banners 1, offer 2. Where it does, please change that with content set.',
    ])
    for (const code of ['NOEL', 'OEL-5', 'GIFT5']) expect(await end(code)).toEqual([])
  })

  test('a customer is told of a coupon what the order will be told, and cannot try out thousands', async () => {
    const ask = async (code: unknown) => {
      const { status, body } = await shopper.call('POST', paths.coupon, { body: { code } })
      return [status, body]
    }
    const shopper = await newShopper(shop)
    await desk(shop, 'coupons', 'add', 'ASKED-7', '--percent', '7')
    expect(await ask(' asked-7 ')).toEqual([200, { code: 'ASKED-7', percent: 7 }])
    expect(await ask('SAVE10')).toEqual([200, { code: 'SAVE10', percent: 10 }])
    const invalid = [400, expect.objectContaining({ message: couponTexts.invalid })]
    for (const code of ['NO-SUCH', '', ' ', undefined, 'x'.repeat(41)])
      expect(await ask(code)).toEqual(invalid)
    await desk(shop, 'coupons', 'end', 'ASKED-7')
    expect(await ask('asked-7')).toEqual([400, expect.objectContaining({ message: couponTexts.expired })])
    expect((await shop.call('POST', paths.coupon, { body: { code: 'SAVE10' } })).status).toBe(401)

    const limited = await openShop({ engine, environment: { RATE_LIMIT: 'on' } })
    try {
      await desk(limited, 'coupons', 'add', 'RIGHT-9', '--percent', '9')
      const piece = await newPiece(limited)
      const eager = await readyShopper(limited, [{ product_id: piece.id }])
      const replies: number[] = []
      const asked = async (code: string) =>
        replies.push((await eager.call('POST', paths.coupon, { body: { code } })).status)
      // A valid code counts as no try, however often it is checked.
      for (let tries = 0; tries < 30; tries += 1) await asked('RIGHT-9')
      expect((await eager.checkout({ coupon_code: 'RIGHT-9' })).status).toBe(201)
      for (let tries = 0; tries < 31; tries += 1) await asked(`TRY-${tries}`)
      expect(replies).toEqual([...Array(30).fill(200), ...Array(30).fill(400), 429])
      await eager.add(piece.id)
      expect((await eager.checkout({ coupon_code: 'RIGHT-9' })).status).toBe(429)
      // As after a start without limits: what was counted before does not matter.
      limited.config.rateLimit = false
      expect((await eager.checkout({ coupon_code: 'RIGHT-9' })).status).toBe(201)
    } finally {
      await limited.close()
    }
  })

  test('nor with orders: what they refuse counts as well, and in the end a right one is refused too', async () => {
    const limited = await openShop({ engine, environment: { RATE_LIMIT: 'on' } })
    try {
      await desk(limited, 'coupons', 'add', 'RIGHT-9', '--percent', '9')
      await desk(limited, 'coupons', 'add', 'OVER-9', '--percent', '9')
      await desk(limited, 'coupons', 'end', 'OVER-9')
      const piece = await newPiece(limited)
      const eager = await readyShopper(limited, [{ product_id: piece.id }])
      const asked = (code: string) => eager.call('POST', paths.coupon, { body: { code } })
      const replies = []
      for (let tries = 0; tries < 15; tries += 1) {
        replies.push((await asked(`TRY-${tries}`)).status)
        const coupon_code = tries === 0 ? 'OVER-9' : `ORDER-${tries}`
        replies.push((await eager.checkout({ coupon_code })).status)
      }
      expect(replies).toEqual(Array.from({ length: 30 }, () => 400))
      for (const coupon_code of ['RIGHT-9', 'WRONG-9']) {
        const refused = await eager.checkout({ coupon_code })
        expect([refused.status, refused.body]).toEqual([
          429,
          { ...((await asked(coupon_code)).body as object), status: 'error' },
        ])
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect((await eager.checkout()).status).toBe(201)
    } finally {
      await limited.close()
    }
  })

  test('nor with many accounts: a hundred wrong codes in ten minutes are enough of one network, and right ones none of them', async () => {
    const limited = await openShop({ engine, environment: { RATE_LIMIT: 'on' } })
    try {
      await desk(limited, 'coupons', 'add', 'RIGHT-9', '--percent', '9')
      const piece = await newPiece(limited)
      const shoppers = await several(7, () => readyShopper(limited, [{ product_id: piece.id }]))
      const [last, elsewhere, beside] = shoppers.slice(4)
      if (last === undefined || elsewhere === undefined || beside === undefined) throw new Error('Nobody')
      const from = '192.0.2.50'
      const ask = (shopper: typeof last, code: string) =>
        shopper.call('POST', paths.coupon, { body: { code }, from })
      const order = (shopper: typeof last, coupon_code: string, there = from) =>
        shopper.call('POST', paths.checkout, { body: shopper.order({ coupon_code }), from: there })
      for (let tries = 0; tries < 10; tries += 1) expect((await ask(last, 'RIGHT-9')).status).toBe(200)
      const wrong: number[] = []
      const guess = async (shopper: typeof last) => {
        for (let tries = 0; tries < 20; tries += 1) wrong.push((await ask(shopper, `TRY-${tries}`)).status)
        for (let tries = 0; tries < 5; tries += 1) wrong.push((await order(shopper, `ORDER-${tries}`)).status)
      }
      for (const shopper of shoppers.slice(0, 3)) await guess(shopper)
      expect((await order(beside, 'RIGHT-9')).status).toBe(201)
      for (const shopper of shoppers.slice(3, 4)) await guess(shopper)
      expect(wrong).toEqual(Array.from({ length: 100 }, () => 400))
      for (const code of ['RIGHT-9', 'WRONG-9'])
        for (const refused of [await ask(last, code), await order(last, code)]) {
          expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
          expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
        }
      expect((await order(elsewhere, 'RIGHT-9', '192.0.2.51')).status).toBe(201)
    } finally {
      await limited.close()
    }
  })

  test('nor from many households of one network, of which sixteen may try a hundred each', async () => {
    const limited = await openShop({ engine, environment: { RATE_LIMIT: 'on' } })
    try {
      await desk(limited, 'coupons', 'add', 'RIGHT-9', '--percent', '9')
      const piece = await newPiece(limited)
      const shopper = await readyShopper(limited, [{ product_id: piece.id }])
      const ask = (code: string, from: string) => shopper.call('POST', paths.coupon, { body: { code }, from })
      const orderOf = (who: typeof shopper, from: string) =>
        who.call('POST', paths.checkout, { body: who.order({ coupon_code: 'RIGHT-9' }), from })
      const order = (from: string) => orderOf(shopper, from)
      expect((await ask('WRONG-9', '2001:db8:1:1::1')).status).toBe(400)
      // As if others of the network had tried as well: what the household has tried is too little to be refused.
      const here = (count: number) =>
        limited.db.update(rate_limits).set({ count }).where(like(rate_limits.key, 'coupon here:%'))
      await here(99)
      expect((await ask('RIGHT-9', '2001:db8:1:1::1')).status).toBe(200)
      await here(1_599)
      const neighbour = await readyShopper(limited, [{ product_id: piece.id }])
      expect((await orderOf(neighbour, '2001:db8:1:3::1')).status).toBe(201)
      await here(1_600)
      const next = '2001:db8:1:2::1'
      expect([await ask('RIGHT-9', next), await order(next)].map(({ status }) => status)).toEqual([429, 429])
      expect((await order('2001:db8:2:2::1')).status).toBe(201)
    } finally {
      await limited.close()
    }
  })

  test('the coupons the browser knows by itself are those the shop begins with', async () => {
    const { rows } = await shop.pool.query("select code, percent from coupons where code like 'SAVE%'")
    for (const row of rows) expect(checkCoupon(row.code)).toEqual(row)
    expect(rows).toHaveLength(2)
  })

  test.each([
    ['2099-07-01', '2099-07-01T23:00:00.000Z', '1 Jul 2099, 23:59'],
    ['2099-12-24', '2099-12-25T00:00:00.000Z', '24 Dec 2099, 23:59'],
  ])('a coupon until %s holds to the end of that day in London', async (day, end, shown) => {
    const code = `UNTIL-${day}`
    const added = await desk(shop, 'coupons', 'add', code, '--percent', '5', '--until', day)
    expect(added.text).toBe(`${code} takes 5% off until ${shown}.`)
    expect((await desk(shop, 'coupons', 'list')).text).toContain(`until ${shown}`)
    const { rows } = await shop.pool.query('select expires_at from coupons where code = $1', [code])
    expect((rows[0].expires_at as Date).toISOString()).toBe(end)
  })

  test.each([
    [['add', 'X', '--percent', '10']],
    [['add', 'GOOD', '--percent', '0']],
    [['add', 'GOOD', '--percent', '101']],
    [['add', 'GOOD', '--percent', '7.5']],
    [['add', 'GOOD']],
    ...['tomorrow', '2099-02-30', '2099-02-29', '2099-04-31', '2099-13-01', '2099-00-01', '2099-01-00'].map(
      (day) => [['add', 'GOOD', '--percent', '5', '--until', day]],
    ),
    [['add', 'GO OD', '--percent', '5']],
  ])('coupons %j is wrong use', async (words) => {
    expect((await desk(shop, 'coupons', ...words)).code).toBe(2)
  })

  test('a coupon that is to hold for ever is one without a last day', async () => {
    const until = (day: string) => desk(shop, 'coupons', 'add', 'FOREVER', '--percent', '5', '--until', day)
    expect(await until('9999-12-31')).toEqual({
      code: 2,
      text: 'For a coupon that never ends, leave out --until.',
    })
    expect(await until('9998-12-31')).toMatchObject({ code: 0 })
  })

  test('a coupon that would have ended already is not added', async () => {
    const said = await desk(shop, 'coupons', 'add', 'LATE', '--percent', '5', '--until', '2020-01-01')
    expect(said).toMatchObject({ code: 1, text: 'That day has passed.' })
  })
})
