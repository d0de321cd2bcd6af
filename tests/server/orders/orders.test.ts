import { orderAlphabet } from '#contract/orderTexts.ts'
import { randomUUID } from 'node:crypto'
import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { OrderPlaced } from '#contract/checkout.ts'
import { OrderAnswer, OrderHistoryAnswer } from '#contract/order.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import type { ReviewsAnswer } from '#contract/reviews.ts'
import { shopDetails } from '#contract/shopDetails.ts'
import { onPiecesTouched } from '#server/changes.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mails, rate_limits } from '#server/db/schema/jobs.ts'
import { orders } from '#server/db/schema/orders.ts'
import { cancelAnyOrder } from '#server/orders/cancel.ts'
import { newOrderNumber } from '#server/orders/store.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { engines, type Shop, openShop } from '#tests/support/shop.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  card,
  copyOrder,
  data,
  newPiece,
  newShopper,
  readyShopper,
  several,
  skuOf,
  stockOf,
} from './pieces.ts'

describe.each(engines())('orders on %s', (engine) => {
  let shop: Shop
  let now = new Date('2026-11-21T12:00:00Z')
  /** Runs in the gateway before it authorises a payment. */
  let beforeAuthorising = async () => {}
  beforeAll(async () => {
    const gateway = testGateway()
    shop = await openShop({
      engine,
      environment: { RATE_LIMIT: 'on' },
      clock: () => now,
      gateway: {
        ...gateway,
        authorise: async (...payment) => {
          await beforeAuthorising()
          return gateway.authorise(...payment)
        },
      },
    })
  })
  afterAll(() => shop.close())

  async function withOrder() {
    now = new Date()
    const piece = await newPiece(shop, { stock: 4 })
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const order = data<Order>(await shopper.checkout())
    return { shopper, order, piece }
  }
  const setStatus = (id: string, status: 'shipped' | 'delivered' | 'processing') =>
    shop.db.update(orders).set({ status }).where(eq(orders.id, id))

  test('the history holds every order, newest first', async () => {
    now = new Date()
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [])
    expect(data(await shopper.call('GET', paths.orderHistory))).toEqual({ orders: [] })
    const placed: string[] = []
    for (let count = 0; count < 3; count += 1) {
      now = new Date(now.getTime() + 1_000)
      await shopper.add(piece.id)
      placed.unshift(data<Order>(await shopper.checkout()).order_number)
    }
    const history = v.parse(OrderHistoryAnswer, (await shopper.call('GET', paths.orderHistory)).body)
    expect(history.data.orders.map((order) => order.order_number)).toEqual(placed)
    expect(history.data.orders.map((order) => order.items.length)).toEqual([1, 1, 1])
  })

  test('of very many the history holds the newest two hundred, and a copy of everything holds all', async () => {
    const { shopper, order } = await withOrder()
    const older = await copyOrder(shop, order.id, 420, new Date(now.getTime() - 1_000))
    const all = [order.order_number, ...older]
    const { orders: shown } = data<{ orders: Order[] }>(await shopper.call('GET', paths.orderHistory))
    expect(shown.map(({ order_number }) => order_number)).toEqual(all.slice(0, 200))
    const copy = (await shopper.call('GET', paths.exportAccount)).body as { orders: Order[] }
    expect(copy.orders.map(({ order_number }) => order_number)).toEqual(all)
  })

  test('an order is found by its number in any case, and by its id', async () => {
    const { shopper, order } = await withOrder()
    for (const form of [
      order.order_number,
      order.order_number.toLowerCase(),
      order.id,
      order.id.toUpperCase(),
    ]) {
      const reply = await shopper.call('GET', paths.order(form))
      expect(v.parse(OrderAnswer, reply.body)).toEqual({
        status: 'success',
        data: order,
        message: 'Order found',
        cart_id: order.cart_id,
      })
    }
    for (const number of ['DMS-AAAAAAAA', `DMS-${'A'.repeat(500)}`]) {
      const unknown = await shopper.call('GET', paths.order(number))
      expect([unknown.status, unknown.body]).toEqual([
        404,
        { message: 'Order not found.', code: 'not_found' },
      ])
    }
  })

  test('an order leads to the piece that was bought, also once another has its former address', async () => {
    const { shopper, order, piece } = await withOrder()
    const [bought] = order.items
    const slug = `renamed-${randomUUID()}`
    const has = (id: number, address: string) =>
      shop.db.update(products).set({ slug: address }).where(eq(products.id, id))
    await has(piece.id, slug)
    await has((await newPiece(shop)).id, bought?.product.slug ?? '')
    const moved = [{ ...bought, product: { ...bought?.product, slug } }]
    const items = async () => {
      const one = data<Order>(await shopper.call('GET', paths.order(order.id)))
      const { orders: all } = data<{ orders: Order[] }>(await shopper.call('GET', paths.orderHistory))
      expect(all.map((each) => each.items)).toEqual([one.items])
      return one.items
    }
    expect(await items()).toEqual(moved)
    // Nothing else of it is as it is now.
    await shop.db.update(products).set({ name: 'Another name' }).where(eq(products.id, piece.id))
    expect(await items()).toEqual(moved)
    await shop.db.delete(products).where(eq(products.id, piece.id))
    expect(await items()).toEqual([{ ...bought, product_id: null }])
  })

  test.each(['pending', 'processing'] as const)(
    'a %s order is cancelled, and again with the same answer',
    async (status) => {
      const { shopper, order, piece } = await withOrder()
      if (status === 'processing') await setStatus(order.id, status)
      const done = [200, { success: true, message: 'Order cancelled successfully' }]
      const headers = { 'content-type': 'application/json' }
      let touched = 0
      const ignore = onPiecesTouched(() => (touched += 1))
      for (const form of [order.order_number.toLowerCase(), order.id]) {
        const reply = await shopper.call('PUT', paths.cancelOrder(form), { headers })
        expect([reply.status, reply.body]).toEqual(done)
        // Kept answers are dropped for what was cancelled, and for nothing else.
        expect(touched).toBe(1)
      }
      ignore()
      expect(await stockOf(shop, piece.id)).toBe(4)
      const after = data<Order>(await shopper.call('GET', paths.order(order.id)))
      expect([after.status, after.events.map((event) => event.status)]).toEqual([
        'cancelled',
        ['pending', 'cancelled'],
      ])
      const isTheirs = eq(mails.to_address, shopper.email)
      const sent = await shop.db.select().from(mails).where(isTheirs).orderBy(mails.id)
      expect(sent.map((mail) => mail.subject)).toEqual([
        `Your order ${order.order_number}`,
        `Your order ${order.order_number} was cancelled`,
      ])
    },
  )

  test.each(['shipped', 'delivered'] as const)('a %s order is not cancelled', async (status) => {
    const { shopper, order, piece } = await withOrder()
    await setStatus(order.id, status)
    const reply = await shopper.call('PUT', paths.cancelOrder(order.order_number))
    expect([reply.status, reply.body]).toEqual([
      409,
      {
        success: false,
        message: 'This order has already left us and can no longer be cancelled here.',
        code: 'conflict',
      },
    ])
    expect(await stockOf(shop, piece.id)).toBe(3)
  })

  test('the shop is told by email which pieces a customer’s cancelling could not put back into stock', async () => {
    now = new Date()
    const [plain, sized] = [await newPiece(shop), await newPiece(shop, { sizes: [3, 3] })]
    const [bought = 0] = sized.variants
    const shopper = await readyShopper(shop, [
      { product_id: plain.id },
      { product_id: sized.id, variant_id: bought },
    ])
    const { order_number } = data<Order>(await shopper.checkout())
    // As an import does whose file names other variants.
    await shop.db.delete(variants).where(eq(variants.id, bought))
    await shop.db.delete(mails)
    expect((await shopper.call('PUT', paths.cancelOrder(order_number))).status).toBe(200)
    await shopper.call('PUT', paths.cancelOrder(order_number))
    const told = await shop.db.select().from(mails).where(eq(mails.to_address, shopDetails.email))
    expect(told.map(({ subject }) => subject)).toEqual(['Not put back into stock'])
    expect(told[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      `Of Damson Ring, Size 0, nothing was put back: count it with stock ${await skuOf(shop, sized.id)}.`,
    )
    expect(told[0]?.text.match(/nothing was put back/g)).toHaveLength(1)
    // An account that is deleted takes with it what names its orders.
    expect(told[0]?.text).not.toContain(order_number)
  })

  test('and of a piece that comes in sizes since it was bought; of one that was put back it hears nothing', async () => {
    const [given, usual] = [await withOrder(), await withOrder()]
    await shop.db.insert(variants).values({
      product_id: given.piece.id,
      name: 'Size 1',
      sku: randomUUID(),
      price: 100,
      stock_quantity: 1,
      position: 0,
    })
    await shop.db.delete(mails)
    for (const { shopper, order } of [given, usual])
      expect((await shopper.call('PUT', paths.cancelOrder(order.id))).status).toBe(200)
    const told = await shop.db.select().from(mails).where(eq(mails.to_address, shopDetails.email))
    expect(told).toHaveLength(1)
    expect(told[0]?.text.replaceAll(/\s+/g, ' ')).toContain(
      `Of Damson Ring, nothing was put back: count it with stock ${await skuOf(shop, given.piece.id)}.`,
    )
  })

  test('the shop is told by email when a customer cancels what it is preparing, and how to keep a piece off sale', async () => {
    now = new Date()
    const [plain, sized] = [await newPiece(shop), await newPiece(shop, { sizes: [3, 3] })]
    const [bought = 0] = sized.variants
    const pieces = [
      { product_id: plain.id, quantity: 2 },
      { product_id: sized.id, variant_id: bought },
    ]
    const shopper = await readyShopper(shop, pieces)
    const { order_number, id } = data<Order>(await shopper.checkout({ note: 'Inside the ring:\nalways <A>' }))
    await setStatus(id, 'processing')
    await shop.db.delete(mails)
    for (let count = 0; count < 2; count += 1)
      expect((await shopper.call('PUT', paths.cancelOrder(order_number))).status).toBe(200)
    const told = await shop.db.select().from(mails).where(eq(mails.to_address, shopDetails.email))
    expect(told.map(({ subject }) => subject)).toEqual([
      `Order ${order_number} was cancelled by its customer`,
    ])
    const { text = '', html = '' } = told[0] ?? {}
    const sku = await skuOf(shop, plain.id)
    for (const part of [
      `2 × Damson Ring: back in stock as ${sku}\n`,
      `1 × Damson Ring, Size 0: back in stock as ${await skuOf(shop, sized.id)}-0\n`,
    ])
      expect(text).toContain(part)
    // The note goes with the customer's account, and this must not.
    expect(text + html).not.toContain('always')
    const line = text.replaceAll(/\s+/g, ' ')
    expect(line).toContain(`The order ${order_number}, which you were preparing, was cancelled`)
    expect(line).toContain(`a gift message or an engraving: orders show ${order_number} has it`)
    expect(line).toContain('take it out of stock: stock SKU -1')
  })

  test('it is told, too, what of that could not be put back; of what nobody had begun, or it cancelled itself, it hears nothing', async () => {
    const [begun, waiting, given] = [await withOrder(), await withOrder(), await withOrder()]
    for (const { order } of [begun, given]) await setStatus(order.id, 'processing')
    await shop.db.delete(products).where(eq(products.id, begun.piece.id))
    await shop.db.delete(mails)
    for (const { shopper, order } of [begun, waiting])
      expect((await shopper.call('PUT', paths.cancelOrder(order.id))).status).toBe(200)
    const services = { ...shop, gateway: testGateway(), clock: () => now, log: shop.app.log }
    await cancelAnyOrder(services, given.order.order_number, { reason: null, hasNotArrived: false })
    const told = await shop.db.select().from(mails).where(eq(mails.to_address, shopDetails.email))
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'Not put back into stock',
      `Order ${begun.order.order_number} was cancelled by its customer`,
    ])
    const about = told.find(({ subject }) => subject.startsWith('Order'))?.text
    expect(about).toContain('1 × Damson Ring: not back in stock\n')
    expect(about).not.toMatch(/stock SKU|engraving:/)
  })

  test('with an order go its customer’s reviews of what no other order of theirs holds', async () => {
    const [kept, lost] = [await newPiece(shop), await newPiece(shop)]
    const shopper = await readyShopper(shop, [{ product_id: kept.id }, { product_id: lost.id }])
    const first = data<Order>(await shopper.checkout())
    await shopper.add(kept.id)
    const second = data<Order>(await shopper.checkout())
    const other = await readyShopper(shop, [{ product_id: lost.id }])
    await other.checkout()
    const review = async (who: typeof other, { id }: { id: number }, rating: number) => {
      const body = { rating, title: 'Lovely', text: 'It shines.' }
      expect((await who.call('POST', paths.reviews(id), { body })).status).toBe(201)
    }
    await review(shopper, kept, 4)
    await review(shopper, lost, 1)
    await review(other, lost, 5)
    const ratings = () =>
      Promise.all(
        [kept, lost].map(async ({ id }) => {
          const { count, rating } = (await shop.call('GET', paths.reviews(id))).body as ReviewsAnswer
          return [rating, count]
        }),
      )
    expect(await ratings()).toEqual([
      [4, 1],
      [3, 2],
    ])

    const services = { ...shop, gateway: testGateway(), clock: () => now, log: shop.app.log }
    await cancelAnyOrder(services, first.order_number, { reason: null, hasNotArrived: false })
    expect(await ratings()).toEqual([
      [4, 1],
      [5, 1],
    ])
    for (let count = 0; count < 2; count += 1) {
      await shopper.call('PUT', paths.cancelOrder(second.order_number))
      expect(await ratings()).toEqual([
        [null, 0],
        [5, 1],
      ])
    }
  })

  const reviewOf = (who: { call: Shop['call'] }, id: number) =>
    who.call('POST', paths.reviews(id), { body: { rating: 4, title: 'Lovely', text: 'It shines.' } })
  const countOf = async (id: number) =>
    ((await shop.call('GET', paths.reviews(id))).body as ReviewsAnswer).count

  test('a review of a piece that was bought long ago stays when a later order of it is cancelled', async () => {
    const { shopper, order, piece } = await withOrder()
    expect((await reviewOf(shopper, piece.id)).status).toBe(201)
    // Orders are deleted after so many years.
    await shop.db.delete(orders).where(eq(orders.id, order.id))
    await shopper.add(piece.id)
    const later = data<Order>(await shopper.checkout())
    await shop.db
      .update(orders)
      .set({ created_at: new Date(now.getTime() + 1) })
      .where(eq(orders.id, later.id))
    expect((await shopper.call('PUT', paths.cancelOrder(later.id))).status).toBe(200)
    expect(await countOf(piece.id)).toBe(1)
  })

  test('one that was written between two orders goes with the second of them, when the first was cancelled', async () => {
    const { shopper, order, piece } = await withOrder()
    expect((await reviewOf(shopper, piece.id)).status).toBe(201)
    await shopper.add(piece.id)
    const later = data<Order>(await shopper.checkout())
    await shop.db
      .update(orders)
      .set({ created_at: new Date(now.getTime() + 1) })
      .where(eq(orders.id, later.id))
    await shopper.call('PUT', paths.cancelOrder(order.id))
    expect(await countOf(piece.id)).toBe(1)
    await shopper.call('PUT', paths.cancelOrder(later.id))
    expect(await countOf(piece.id)).toBe(0)
  })

  test('nobody reads or cancels an order of another: it answers as if it did not exist', async () => {
    const { order, piece } = await withOrder()
    const other = await newShopper(shop)
    for (const form of [
      order.order_number,
      order.order_number.toLowerCase(),
      order.id,
      `0${order.order_number}`,
    ]) {
      for (const [method, path] of [
        ['GET', paths.order],
        ['PUT', paths.cancelOrder],
      ] as const) {
        const denied = await other.call(method, path(form))
        expect([denied.status, denied.body]).toEqual([
          404,
          (await other.call(method, path('DMS-AAAAAAAA'))).body,
        ])
        expect((await shop.call(method, path(form))).status).toBe(401)
        expect((await shop.call(method, path(form), { token: 'nonsense' })).status).toBe(401)
      }
    }
    expect(data(await other.call('GET', paths.orderHistory))).toEqual({ orders: [] })
    expect((await shop.call('GET', paths.orderHistory)).status).toBe(401)
    expect(await stockOf(shop, piece.id)).toBe(3)
  })

  describe('a stranger whose address is typed at checkout is written to three times an hour, then the customer is', () => {
    async function withStranger({ isProved = true } = {}) {
      now = new Date()
      const piece = await newPiece(shop, { stock: 10 })
      const shopper = await readyShopper(shop, [])
      // Unproved, the customer's own address counts as a stranger's, too.
      if (isProved)
        await shop.db.update(customers).set({ email_verified_at: now }).where(eq(customers.id, shopper.id))
      const contact = {
        first_name: 'Bo',
        last_name: 'Sloe',
        email: `${shopper.id}@elsewhere.example`,
        phone: '02079460199',
      }
      const place = async (key?: string) => {
        const reply = await shopper.checkout({ contact }, key === undefined ? {} : { key })
        expect(reply.status).toBe(201)
        return v.parse(OrderPlaced, reply.body)
      }
      const order = async (key?: string) => {
        await shopper.add(piece.id)
        return place(key)
      }
      /** The price is changed while the gateway authorises the payment. */
      const refused = async () => {
        await shopper.add(piece.id)
        beforeAuthorising = async () => {
          await shop.db
            .update(products)
            .set({ price: sql`${products.price} + 100` })
            .where(eq(products.id, piece.id))
        }
        const reply = await shopper.checkout({ contact }).finally(() => {
          beforeAuthorising = async () => {}
        })
        expect(reply.status).toBe(409)
      }
      const declined = async () => {
        await shopper.add(piece.id)
        const body = shopper.order({ contact, payment_data: card('4000 0000 0000 0002') })
        // Declines are counted where they come from, and those of other tests must not be more for it.
        const reply = await shopper.call('POST', paths.checkout, { from: '192.0.2.60', body })
        expect(reply.status).toBe(402)
      }
      const mailsTo = async (email: string) =>
        (await shop.db.select().from(mails).where(eq(mails.to_address, email))).length
      return {
        shopper,
        order,
        /** What is answered to an order that is sent again. */
        again: place,
        refused,
        declined,
        sent: async () => [await mailsTo(contact.email), await mailsTo(shopper.email)],
      }
    }

    test('of orders', async () => {
      const { order, sent } = await withStranger()
      for (let count = 0; count < 5; count += 1) await order()
      expect(await sent()).toEqual([3, 2])
    })

    test('of orders and that they were cancelled, taken together', async () => {
      const { shopper, order, sent } = await withStranger()
      for (let count = 0; count < 4; count += 1) {
        const { order_number } = await order()
        expect((await shopper.call('PUT', paths.cancelOrder(order_number))).status).toBe(200)
      }
      expect(await sent()).toEqual([3, 5])
    })

    test('and the answer says to which of them the confirmation goes', async () => {
      const { order, again } = await withStranger()
      for (let count = 0; count < 3; count += 1)
        expect((await order(`${count}`)).confirmation_to).toBe('contact')
      expect((await order()).confirmation_to).toBe('account')
      expect((await again('0')).confirmation_to).toBe('contact')
    })

    test('or that nobody gets one: an address that is not proved has had three, too', async () => {
      const { shopper, order, again, sent } = await withStranger({ isProved: false })
      const told = []
      for (let count = 0; count < 7; count += 1) told.push((await order(`${count}`)).confirmation_to)
      expect(told).toEqual([...Array(3).fill('contact'), ...Array(3).fill('account'), null])
      expect(await sent()).toEqual([3, 3])
      const { confirmation_to, order_number } = await again('6')
      expect(confirmation_to).toBeNull()
      // Nor does anybody hear that it was cancelled.
      expect((await shopper.call('PUT', paths.cancelOrder(order_number))).status).toBe(200)
      expect(await sent()).toEqual([3, 3])
    })

    test('also when several customers order for it at once: the others are written to themselves', async () => {
      now = new Date()
      const piece = await newPiece(shop, { stock: 10 })
      const shoppers = await several(7, () => readyShopper(shop, [{ product_id: piece.id }]))
      const email = `${shoppers[0]?.id}@shared.example`
      const contact = { first_name: 'Bo', last_name: 'Sloe', email, phone: '02079460199' }
      const replies = await Promise.all(shoppers.map((shopper) => shopper.checkout({ contact })))
      const told = replies.map(({ body }) => v.parse(OrderPlaced, body).confirmation_to)
      expect(told.filter((to) => to === 'contact')).toHaveLength(3)
      expect(told.filter((to) => to === 'account')).toHaveLength(4)
      expect(await shop.db.$count(mails, eq(mails.to_address, email))).toBe(3)
    })

    test('of orders that were placed: what was approved and came to none has used none of these mails up', async () => {
      const { order, refused, sent } = await withStranger()
      for (let count = 0; count < 3; count += 1) await refused()
      await order()
      expect(await sent()).toEqual([1, 0])
    })

    test('nor has what was declined', async () => {
      const { order, declined, sent } = await withStranger()
      await order()
      for (let count = 0; count < 3; count += 1) await declined()
      await order()
      expect(await sent()).toEqual([2, 0])
    })

    test('nor of those that its customer would have had instead', async () => {
      const { order, refused, sent } = await withStranger({ isProved: false })
      for (let count = 0; count < 3; count += 1) await order()
      for (let count = 0; count < 3; count += 1) await refused()
      await order()
      expect(await sent()).toEqual([3, 1])
    })
  })

  test('twenty cards that are declined in ten minutes are enough of one customer', async () => {
    now = new Date()
    const piece = await newPiece(shop)
    const [shopper, other] = await Promise.all(
      [1, 2].map(() => readyShopper(shop, [{ product_id: piece.id }])),
    )
    const declined = { payment_data: card('4000 0000 0000 0002') }
    const replies = []
    for (let count = 0; count < 21; count += 1) {
      replies.push((await shopper?.checkout(declined))?.status)
      now = new Date(now.getTime() + 1_000)
    }
    expect(replies).toEqual([...Array(20).fill(402), 429])
    const refused = await shopper?.checkout({}, { key: 'later' })
    expect(refused).toMatchObject({
      status: 429,
      body: { status: 'error', code: 'too_many_requests' },
      headers: { 'retry-after': '579' },
    })
    expect((await other?.checkout())?.status).toBe(201)
    now = new Date(now.getTime() + 579_000)
    expect((await shopper?.checkout({}, { key: 'later' }))?.status).toBe(201)
  })

  test('forty that are declined in ten minutes are enough of one network, whoever tries them', async () => {
    now = new Date()
    const piece = await newPiece(shop)
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map(() => readyShopper(shop, [{ product_id: piece.id }])),
    )
    const checkout = async (shopper: typeof one, from: string, change = {}) =>
      (await shopper?.call('POST', paths.checkout, { from, body: shopper.order(change) }))?.status
    const declined = { payment_data: card('4000 0000 0000 0002') }
    for (const shopper of [one, two]) {
      for (let count = 0; count < 20; count += 1) {
        expect(await checkout(shopper, '192.0.2.7', declined)).toBe(402)
      }
    }
    expect(await checkout(three, '192.0.2.7')).toBe(429)
    expect(await checkout(three, '192.0.2.8', declined)).toBe(402)
    now = new Date(now.getTime() + 600_000)
    expect(await checkout(three, '192.0.2.7')).toBe(201)
  })

  test('sixteen times forty are enough of one IPv6 network, however many of its households they come from', async () => {
    now = new Date()
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const checkout = async (from: string, change = {}) =>
      (await shopper.call('POST', paths.checkout, { from, body: shopper.order(change) })).status
    const declined = { payment_data: card('4000 0000 0000 0002') }
    expect(await checkout('2001:db8:1:1::1', declined)).toBe(402)
    // As if others of the network had tried, too.
    const counted = (count: number) =>
      shop.db
        .update(rate_limits)
        .set({ count })
        .where(and(like(rate_limits.key, 'declined:%'), eq(rate_limits.window_start, now)))
    await counted(39)
    expect(await checkout('2001:db8:1:1::1', declined)).toBe(402)
    await counted(640)
    expect(await checkout('2001:db8:1:2::1')).toBe(429)
    expect(await checkout('2001:db8:2:1::1')).toBe(201)
  })

  test('thirty wrong codes in ten minutes are enough of one customer, who is told that it is the code and orders without; after these a right one is honoured again', async () => {
    now = new Date()
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    for (let count = 0; count < 31; count += 1)
      await shopper.call('POST', paths.coupon, { body: { code: `GUESS${count}` } })
    const message = 'Too many coupon codes have been tried. Please wait a few minutes, or order without one.'
    const refused = { message, code: 'too_many_requests', errors: { coupon_code: [message] } }
    const answers = [
      await shopper.checkout({ coupon_code: 'SAVE10' }),
      await shopper.call('POST', paths.coupon, { body: { code: 'SAVE10' } }),
    ]
    expect(answers).toMatchObject(answers.map(() => ({ status: 429, body: refused })))
    expect((await shopper.checkout({}, { key: 'without' })).status).toBe(201)
    expect((await shopper.add(piece.id)).status).toBeLessThan(300)
    now = new Date(now.getTime() + 600_000)
    expect((await shopper.checkout({ coupon_code: 'SAVE10' })).status).toBe(201)
  })

  test('what was declined, and the codes that were tried, by a clock that was a month ahead keep nobody out once it is set back', async () => {
    now = new Date()
    const piece = await newPiece(shop)
    const [one, two, three] = await several(3, () => readyShopper(shop, [{ product_id: piece.id }]))
    const checkout = async (shopper: typeof one, change = {}) => {
      const body = shopper?.order(change)
      return (await shopper?.call('POST', paths.checkout, { from: '192.0.2.30', body }))?.status
    }
    const declined = { payment_data: card('4000 0000 0000 0002') }
    for (const shopper of [one, two])
      for (let count = 0; count < 20; count += 1) expect(await checkout(shopper, declined)).toBe(402)
    for (let count = 0; count < 31; count += 1) await checkout(three, { coupon_code: `GUESS${count}` })
    expect([await checkout(one), await checkout(three, { coupon_code: 'SAVE10' })]).toEqual([429, 429])
    now = new Date(now.getTime() - 30 * 24 * 3_600_000)
    const replies = [await checkout(one), await checkout(three, { coupon_code: 'SAVE10' })]
    expect(replies).toEqual([201, 201])
  })

  test('forty of one network are at the gateway at once, less what was declined; others are told to come again', async () => {
    now = new Date()
    const piece = await newPiece(shop)
    const shoppers = await several(5, () => readyShopper(shop, []))
    const burst = async (change: object) => {
      for (const shopper of shoppers) expect((await shopper.add(piece.id)).status).toBeLessThan(300)
      const released = Promise.withResolvers<void>()
      let [asked, answered] = [0, 0]
      beforeAuthorising = () => {
        asked += 1
        return released.promise
      }
      const calls = shoppers.flatMap((shopper) =>
        Array.from({ length: 15 }, async () => {
          const body = shopper.order(change)
          const reply = await shopper.call('POST', paths.checkout, { from: '192.0.2.20', body })
          answered += 1
          return reply
        }),
      )
      await eventually(() => expect(asked + answered).toBe(75))
      released.resolve()
      const replies = await Promise.all(calls)
      beforeAuthorising = async () => {}
      const refused = replies.filter(({ status }) => status === 503)
      return { asked, refused: refused.length, replies }
    }
    // An approved order leaves no trace: an office may order as much as it likes.
    const good = await burst({})
    expect(good).toMatchObject({ asked: 40, refused: 35 })
    expect(good.replies.find(({ status }) => status === 503)).toMatchObject({
      body: { code: 'unavailable' },
      headers: { 'retry-after': '2' },
    })
    expect(good.replies.filter(({ status }) => [402, 429].includes(status))).toEqual([])
    const stolen = await burst({ payment_data: card('4000 0000 0000 0002') })
    expect(stolen).toMatchObject({ asked: 40, refused: 35 })
    const last = { from: '192.0.2.20', body: shoppers[0]?.order() }
    expect((await shoppers[0]?.call('POST', paths.checkout, last))?.status).toBe(429)
  })

  test('what is refused before it comes to the gateway takes none of these places', async () => {
    now = new Date()
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [])
    const order = async () =>
      (await shopper.call('POST', paths.checkout, { from: '192.0.2.40', body: shopper.order() })).status
    for (let count = 0; count < 41; count += 1) expect(await order()).toBe(400)
    await shopper.add(piece.id)
    expect(await order()).toBe(201)
  })

  test('twenty that have no answer yet are enough of one customer, too', async () => {
    now = new Date()
    const piece = await newPiece(shop, { stock: 40 })
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const released = Promise.withResolvers<void>()
    let asked = 0
    beforeAuthorising = async () => {
      asked += 1
      if (asked <= 20) await released.promise
    }
    const calls = several(20, () => shopper.checkout())
    await eventually(() => expect(asked).toBe(20))
    const refused = await shopper.checkout()
    released.resolve()
    beforeAuthorising = async () => {}
    await calls
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  })

  describe('tracking', () => {
    const track = (order_number: string, from = '192.0.2.1') =>
      shop.call('GET', `${paths.trackOrder}?order_number=${encodeURIComponent(order_number)}`, { from })

    test('tells anybody who knows the number how far the order is, and nothing about whose it is', async () => {
      const { shopper, order } = await withOrder()
      const reply = await track(` ${order.order_number.toLowerCase()} `)
      expect([reply.status, reply.body]).toEqual([
        200,
        {
          success: true,
          message: 'Order found',
          data: {
            order_number: order.order_number,
            status: 'pending',
            created_at: order.created_at,
            total: order.total,
            tracking_number: null,
            tracking_url: null,
          },
        },
      ])
      expect(JSON.stringify(reply.body)).not.toMatch(
        new RegExp(`Ada|Plum|${shopper.email}|${shopper.id}|${order.id}`),
      )
      expect(reply.headers['cache-control']).toBe('no-store')
      // As pages write it.
      for (const written of [`#${order.order_number}`, ` # ${order.order_number} `])
        expect((await track(written)).body).toEqual(reply.body)
      // As people write what they read or hear: without the hyphen, or with another sign in its place.
      const [start = '', rest = ''] = order.order_number.split('-')
      for (const between of ['', ' ', ' - ', '\u2011', '\u2013'])
        expect((await track(start + between + rest)).body).toEqual(reply.body)
      // In groups.
      const inGroups = `${rest.slice(0, 4)} ${rest.slice(4)}`
      for (const written of [
        `${start}-${inGroups}`,
        `#${start} ${inGroups}`,
        [start, rest.slice(0, 2), rest.slice(2)].join(' - '),
      ])
        expect((await track(written.toLowerCase())).body).toEqual(reply.body)
      expect((await track('#')).body).toMatchObject({ message: 'Order number is required' })
    })

    test('asks for a number, and knows no other', async () => {
      const missing = await shop.call('GET', paths.trackOrder)
      expect([missing.status, missing.body]).toEqual([
        400,
        expect.objectContaining({ success: false, message: 'Order number is required' }),
      ])
      for (const number of ['DMS-AAAAAAAA', `DMS-${'A'.repeat(500)}`]) {
        const unknown = await track(number, '192.0.2.7')
        expect([unknown.status, unknown.body]).toEqual([
          404,
          { success: false, message: 'Order not found.', code: 'not_found' },
        ])
      }
      expect((await shop.call('GET', `${paths.trackOrder}?order_number=a&order_number=b`)).status).toBe(400)
    })

    test('ten wrong numbers in a minute are enough from one address; right ones do not count', async () => {
      const { order } = await withOrder()
      const from = '192.0.2.9'
      for (let hit = 0; hit < 15; hit += 1) expect((await track(order.order_number, from)).status).toBe(200)
      const misses = await Promise.all(Array.from({ length: 15 }, () => track(newOrderNumber(), from)))
      expect(misses.filter((reply) => reply.status === 404)).toHaveLength(10)
      const refused = await track(order.order_number, from)
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
      expect((await track(order.order_number, '192.0.2.10')).status).toBe(200)
      now = new Date(now.getTime() + 61_000)
      expect((await track(order.order_number, from)).status).toBe(200)
    })

    test('order numbers are drawn from a million million, and who knows one knows nothing of the next', () => {
      // What can be foretold plays no part.
      const foretold = vi.spyOn(Math, 'random').mockReturnValue(0)
      const drawn = Array.from({ length: 10_000 }, () => newOrderNumber().slice(4))
      foretold.mockRestore()
      expect(new Set(drawn).size).toBe(10_000)
      const positions = Array.from({ length: 8 }, (_, at) => drawn.map((number) => number[at]))
      for (const letters of positions) {
        expect(new Set(letters)).toEqual(new Set(orderAlphabet))
        // One in 32 is as the one before it, give or take some twenty of ten thousand.
        const repeated = letters.filter((letter, nth) => letter === letters[nth - 1]).length
        expect(repeated).toBeGreaterThan(150)
        expect(repeated).toBeLessThan(500)
      }
    })
  })
})
