import type { AddressInfo } from 'node:net'
import { and, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoot } from '#contract/apiRoot.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { reviews } from '#server/db/schema/customers.ts'
import { order_events, order_items, orders, payment_attempts } from '#server/db/schema/orders.ts'
import { mailLimit } from '#server/mail/limits.ts'
import { type CancelServices, cancelAnyOrder, cancelOrder } from '#server/orders/cancel.ts'
import { moveOrder } from '#server/orders/fulfil.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { ApiError } from '#server/http/problem.ts'
import { addReview } from '#server/reviews/store.ts'
import { faults } from '#tests/server/crashes/audit.ts'
import { eventually } from '#tests/support/eventually.ts'
import { patiently } from '#tests/support/patiently.ts'
import { rounds } from '#tests/support/rounds.ts'
import { lockWaits } from '#tests/support/lockWaits.ts'
import { engines, type Shop, openShop } from '#tests/support/shop.ts'
import {
  data,
  messageOf,
  newPiece,
  readyShopper,
  several,
  statuses,
  stockOf,
  variantStock,
} from './pieces.ts'

// What one server does with simultaneous calls of its own. Its orders are at the database one statement at a time, on
// PostgreSQL too; how those of several servers get past each other there is shown in
// tests/server/several/processes.test.ts.
const crowds = { embedded: rounds(30, 200), postgres: 200 }

describe.each(engines())('at once, on %s', (engine) => {
  let shop: Shop
  let beforePaying = async () => {}
  beforeAll(async () => {
    const gateway = testGateway()
    const authorise: typeof gateway.authorise = async (...payment) => {
      await beforePaying()
      return gateway.authorise(...payment)
    }
    shop = await openShop({ engine, gateway: { ...gateway, authorise } })
  })
  afterAll(() => shop.close())
  const crowd = crowds[engine]

  /** So many, a few at a time: only their orders come at once. */
  async function gather<T>(many: number, make: (index: number) => Promise<T>): Promise<T[]> {
    const all: T[] = []
    while (all.length < many) {
      const { length } = all
      all.push(...(await several(Math.min(20, many - length), (index) => make(length + index))))
    }
    return all
  }

  const sold = async (product_id: number) => {
    const lines = await shop.db
      .select({ quantity: order_items.quantity })
      .from(order_items)
      .innerJoin(orders, eq(orders.id, order_items.order_id))
      .where(and(eq(order_items.product_id, product_id), ne(orders.status, 'cancelled')))
    return lines.reduce((sum, line) => sum + line.quantity, 0)
  }
  const unsettled = () =>
    shop.db
      .select()
      .from(payment_attempts)
      .where(and(ne(payment_attempts.status, 'captured'), ne(payment_attempts.status, 'released')))
  /** On a very busy machine what could not be settled at once is settled within a minute. */
  const allSettled = () => eventually(async () => expect(await unsettled()).toEqual([]))

  test(`the last piece is sold once to ${crowd} shoppers, and the others are told`, async () => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' })
    for (let round = 0; round < rounds(1, 10); round += 1) expect(await sellTheLast()).toEqual([0, 1])
  })

  /** Orders as a browser does, on a connection of its own. */
  async function orderFromAfar(path: string, shopper: Awaited<ReturnType<typeof readyShopper>>) {
    const { port } = shop.app.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${apiRoot}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${shopper.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'mine',
      },
      body: JSON.stringify(shopper.order()),
    })
    const body: unknown = await answer.json()
    return { status: answer.status, body, headers: Object.fromEntries(answer.headers) }
  }

  async function sellTheLast() {
    const piece = await newPiece(shop, { stock: 1 })
    const shoppers = await gather(crowd, () => readyShopper(shop, [{ product_id: piece.id }]))
    const replies = await Promise.all(
      shoppers.map((shopper, index) => {
        const path = index % 2 === 0 ? paths.orders : paths.checkout
        return patiently(() => orderFromAfar(path, shopper))
      }),
    )
    expect(statuses(replies)).toEqual([201, ...Array<number>(crowd - 1).fill(409)])
    const refused = replies.filter((reply) => reply.status === 409)
    expect(new Set(refused.map(messageOf))).toEqual(new Set(['Product is out of stock']))
    await allSettled()
    return [await stockOf(shop, piece.id), await sold(piece.id)]
  }

  test('baskets of two pieces, in either order, neither oversell nor block each other', async () => {
    const [many, stock] = [rounds(crowd, 400), rounds(crowd / 2, 50)]
    const [a, b] = [await newPiece(shop, { stock }), await newPiece(shop, { stock })]
    const sized = await newPiece(shop, { sizes: [many, many] })
    const shoppers = await gather(many, (index) => {
      const lines = [{ product_id: a.id }, { product_id: b.id }]
      const sizes = sized.variants.map((variant_id) => ({ product_id: sized.id, variant_id }))
      return readyShopper(
        shop,
        index % 2 === 0 ? [...lines, ...sizes] : [...sizes.toReversed(), ...lines.toReversed()],
      )
    })
    const replies = await Promise.all(shoppers.map((shopper) => patiently(() => shopper.checkout())))
    expect(statuses(replies)).toEqual([
      ...Array<number>(stock).fill(201),
      ...Array<number>(many - stock).fill(409),
    ])
    for (const piece of [a, b])
      expect([await stockOf(shop, piece.id), await sold(piece.id)]).toEqual([0, stock])
    expect(await stockOf(shop, sized.id)).toBe(2 * (many - stock))
    for (const variant of sized.variants)
      expect(await variantStock(shop, sized.id, variant)).toBe(many - stock)
    await allSettled()
  })

  test('one key sent fifty times at once is one order; then all are given it', async () => {
    for (let round = 0; round < rounds(3, 20); round += 1) {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const key = `round ${round}`
      // In every other round the first is paid for only once all the others have been answered.
      const others = Promise.withResolvers<void>()
      if (round % 2 === 0) beforePaying = () => others.promise
      let inProgress = 0
      const replies = await several(50, async () => {
        const reply = await patiently(() => shopper.checkout({}, { key }))
        if (reply.status === 409) inProgress += 1
        if (inProgress === 49) others.resolve()
        return reply
      })
      beforePaying = async () => {}
      const placed = replies.filter((reply) => reply.status === 201)
      const waiting = replies.filter((reply) => reply.status === 409)
      expect(placed.length + waiting.length).toBe(50)
      expect(waiting.length).toBeGreaterThanOrEqual(round % 2 === 0 ? 49 : 0)
      expect(placed.filter((reply) => reply.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
      expect(waiting.filter((reply) => reply.headers['retry-after'] === undefined)).toEqual([])
      const after = await several(50, () => patiently(() => shopper.checkout({}, { key })))
      expect(
        new Set(after.map((reply) => `${reply.status} ${data<Order>(reply).order_number}`)),
      ).toHaveLength(1)
      expect(await sold(piece.id)).toBe(1)
    }
  })

  test('without a key a cart is sold once, however many tabs order it', async () => {
    const outcomes = await several(engine === 'postgres' ? 100 : rounds(20, 100), async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const replies = await several(2, () => patiently(() => shopper.checkout()))
      return { replies, sold: await sold(piece.id) }
    })
    for (const { replies, sold: pieces } of outcomes) {
      expect([statuses(replies), pieces]).toEqual([[201, 400], 1])
      expect(replies.filter((reply) => reply.status === 400).map(messageOf)).toEqual(['Your cart is empty'])
    }
    await allSettled()
  })

  test('cancelled a hundred times at once, an order gives its pieces back once', async () => {
    const piece = await newPiece(shop, { sizes: [5] })
    const size = piece.variants[0] ?? 0
    const shopper = await readyShopper(shop, [{ product_id: piece.id, variant_id: size, quantity: 2 }])
    const order = data<Order>(await shopper.checkout())
    expect(await stockOf(shop, piece.id)).toBe(3)
    const replies = await several(100, () =>
      patiently(() => shopper.call('PUT', paths.cancelOrder(order.order_number))),
    )
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body])))).toEqual(
      new Set([JSON.stringify([200, { success: true, message: 'Order cancelled successfully' }])]),
    )
    expect([await stockOf(shop, piece.id), await variantStock(shop, piece.id, size)]).toEqual([5, 5])
    const events = await shop.db
      .select()
      .from(order_events)
      .where(eq(order_events.order_id, order.id))
      .orderBy(order_events.id)
    expect(events.map((event) => event.status)).toEqual(['pending', 'cancelled'])
  })

  /** What the shop itself gives to who cancels an order. */
  function servicesOf({ db, config, gateway, app }: Shop) {
    const services = { db, config, gateway, clock: () => new Date(), log: app.log }
    return { ...services, mayMail: mailLimit(services) }
  }

  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof ApiError && [403, 409].includes(error.statusCode)) return 'refused'
        throw error
      },
    )

  test('cancelled a hundred times at once while it is sent, an order has one outcome, and everybody is told that one', async () => {
    for (let round = 0; round < rounds(2, 20); round += 1) {
      const piece = await newPiece(shop, { stock: 2 })
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const { id, order_number } = data<Order>(await shopper.checkout())
      const cancel = () => patiently(() => shopper.call('PUT', paths.cancelOrder(order_number)))
      const parcel = { status: 'shipped', tracking_number: 'P1', tracking_url: null } as const
      const services = { db: shop.db, config: shop.config, clock: () => new Date() }
      // Sent before any of them, and in every other round in the middle of them.
      const before = several(round % 2 === 0 ? 0 : 50, cancel)
      const sending = outcomeOf(moveOrder(services, order_number, parcel))
      const replies = [...(await several(round % 2 === 0 ? 100 : 50, cancel)), ...(await before)]
      const [row] = await shop.db.select().from(orders).where(eq(orders.id, id))
      const isSent = (await sending) === 'done'
      expect([row?.status, await stockOf(shop, piece.id)]).toEqual(isSent ? ['shipped', 1] : ['cancelled', 2])
      expect(new Set(statuses(replies))).toEqual(new Set([isSent ? 409 : 200]))
      expect(await shop.db.$count(order_events, eq(order_events.order_id, id))).toBe(2)
    }
  })

  /** Makes them wait for the order, one behind another, before the first of them gets it. */
  async function held(id: string, works: (() => Promise<string>)[]): Promise<string[]> {
    const waiting = async () => {
      // On the embedded database whoever has locked the order has the whole database.
      if (engine === 'embedded') return shop.pool.waitingCount
      return lockWaits(shop.db)
    }
    const begun = await shop.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from ${orders} where id = ${id} for update`)
      const begun: Promise<string>[] = []
      for (const work of works) {
        begun.push(work())
        // Now and then a periodic check of the shop's own waits for it as well.
        await eventually(async () => expect(await waiting()).toBeGreaterThanOrEqual(begun.length))
      }
      return begun
    })
    return Promise.all(begun)
  }

  describe('a cancellation has one outcome with', () => {
    const parcel = { status: 'shipped', tracking_number: 'P1', tracking_url: null } as const
    const ship = (services: CancelServices, number: string) => moveOrder(services, number, parcel)
    const atDesk = (services: CancelServices, number: string) =>
      cancelAnyOrder(services, number, { reason: null, hasNotArrived: false })

    test.each([
      ['the parcel behind it', ship, false, ['done', 'refused', 'cancelled', 1]],
      ['the parcel before it', ship, true, ['refused', 'done', 'shipped', 0]],
      ['one at the desk behind it', atDesk, false, ['done', 'refused', 'cancelled', 1]],
      ['one at the desk before it', atDesk, true, ['done', 'done', 'cancelled', 1]],
    ])('%s', async (_name, doRival, isRivalFirst, expected) => {
      for (let round = 0; round < rounds(2, 20); round += 1) {
        const piece = await newPiece(shop, { stock: 1 })
        const shopper = await readyShopper(shop, [{ product_id: piece.id }])
        const { id, order_number } = data<Order>(await shopper.checkout())
        const { db } = shop
        const services = servicesOf(shop)
        const cancel = () => outcomeOf(cancelOrder(services, shopper.id, id, (work) => work()))
        const rival = () => outcomeOf(doRival(services, order_number))
        const outcomes = await held(id, isRivalFirst ? [rival, cancel] : [cancel, rival])
        const [row] = await db.select().from(orders).where(eq(orders.id, id))
        const [ours, others] = isRivalFirst ? outcomes.toReversed() : outcomes
        expect([ours, others, row?.status, await stockOf(shop, piece.id)]).toEqual(expected)
        expect(await db.$count(order_events, eq(order_events.order_id, id))).toBe(2)
      }
    })
  })

  describe('nobody is left with a review of what they have not bought', () => {
    async function withOrder() {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const first = data<Order>(await shopper.checkout())
      const review = { rating: 4, title: 'Lovely', text: 'It shines.' }
      return {
        shopper,
        piece,
        first,
        review,
        write: () => shopper.call('POST', paths.reviews(piece.id), { body: review }),
        cancel: ({ id }: Order) => patiently(() => shopper.call('PUT', paths.cancelOrder(id))),
        left: async () => {
          const [row] = await shop.db.select().from(products).where(eq(products.id, piece.id))
          const written = await shop.db.select().from(reviews).where(eq(reviews.product_id, piece.id))
          return [row?.rating_sum, row?.review_count, written.length]
        },
      }
    }
    const nothing = Array<number[]>(20).fill([0, 0, 0])

    test('written while the order is cancelled', async () => {
      const outcomes = await several(20, async () => {
        const { first, write, cancel, left } = await withOrder()
        const [{ status }] = await Promise.all([write(), cancel(first)])
        expect([201, 403]).toContain(status)
        return left()
      })
      expect(outcomes).toEqual(nothing)
    })

    // Of those above, hardly any comes in time to be written.
    test('written just before, or just after', async () => {
      for (const isFirst of [true, false]) {
        const { shopper, piece, first, review, left } = await withOrder()
        const write = () => outcomeOf(addReview(shop.db, piece.id, shopper.id, review, new Date()))
        const cancel = () => outcomeOf(cancelOrder(servicesOf(shop), shopper.id, first.id, (work) => work()))
        const outcomes = await held(first.id, isFirst ? [write, cancel] : [cancel, write])
        expect(outcomes).toEqual(isFirst ? ['done', 'done'] : ['done', 'refused'])
        expect(await left()).toEqual([0, 0, 0])
      }
    })

    test('when both of their orders are cancelled at once', async () => {
      const outcomes = await several(20, async () => {
        const { shopper, piece, first, write, cancel, left } = await withOrder()
        await shopper.add(piece.id)
        const second = data<Order>(await shopper.checkout())
        const { status } = await write()
        await Promise.all([cancel(first), cancel(second)])
        return [status, ...(await left())]
      })
      expect(outcomes).toEqual(nothing.map((none) => [201, ...none]))
    })

    test('when both of their parcels are lost at once', async () => {
      const outcomes = await several(20, async () => {
        const { shopper, piece, first, write, left } = await withOrder()
        await shopper.add(piece.id)
        const second = data<Order>(await shopper.checkout())
        const services = servicesOf(shop)
        const parcel = { status: 'shipped', tracking_number: 'P1', tracking_url: null } as const
        const lose = ({ order_number }: Order) =>
          cancelAnyOrder(services, order_number, { reason: null, hasNotArrived: true })
        for (const { order_number } of [first, second]) await moveOrder(services, order_number, parcel)
        const { status } = await write()
        await Promise.all([lose(first), lose(second)])
        return [status, ...(await left())]
      })
      expect(outcomes).toEqual(nothing.map((none) => [201, ...none]))
    })
  })

  test('and nothing is wrong with the books after all this', async () => {
    expect(await faults(shop.db, { isRecovered: false })).toEqual({})
    // On a very busy machine what could not be settled at once is settled within a minute.
    await eventually(async () => expect(await faults(shop.db, { isRecovered: true })).toEqual({}))
  })
})
