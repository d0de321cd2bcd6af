import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { reviews } from '#server/db/schema/customers.ts'
import { order_events, order_items, orders, payment_attempts } from '#server/db/schema/orders.ts'
import { idempotency_keys } from '#server/db/schema/jobs.ts'
import { moveOrder } from '#server/orders/fulfil.ts'
import { ApiError } from '#server/problem.ts'
import { eventually } from '#tests/support/eventually.ts'
import { patiently } from '#tests/support/patiently.ts'
import { rounds } from '#tests/support/rounds.ts'
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

// The embedded database does one transaction at a time, so the races that count are those on PostgreSQL.
const crowds = { embedded: 30, postgres: 200 }

describe.each(engines())('at once, on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())
  const crowd = crowds[engine]

  /** The crowd, a few at a time: it is their orders that come at once. */
  async function gather<T>(make: (index: number) => Promise<T>): Promise<T[]> {
    const all: T[] = []
    while (all.length < crowd) {
      const { length } = all
      all.push(...(await several(Math.min(20, crowd - length), (index) => make(length + index))))
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
  /** On a very busy machine what could not be brought to an end at once is within a minute. */
  const allSettled = () => eventually(async () => expect(await unsettled()).toEqual([]))

  test(`the last piece is sold once to ${crowd} shoppers, and the others are told`, async () => {
    for (let round = 0; round < rounds(1, 10); round += 1) expect(await sellTheLast()).toEqual([0, 1])
  })

  async function sellTheLast() {
    const piece = await newPiece(shop, { stock: 1 })
    const shoppers = await gather(() => readyShopper(shop, [{ product_id: piece.id }]))
    const replies = await Promise.all(
      shoppers.map((shopper, index) => {
        const path = index % 2 === 0 ? paths.orders : paths.checkout
        return patiently(() => shopper.checkout({}, { path, key: 'mine' }))
      }),
    )
    expect(statuses(replies)).toEqual([201, ...Array<number>(crowd - 1).fill(409)])
    const refused = replies.filter((reply) => reply.status === 409)
    expect(new Set(refused.map(messageOf))).toEqual(new Set(['Product is out of stock']))
    await allSettled()
    return [await stockOf(shop, piece.id), await sold(piece.id)]
  }

  test('baskets of two pieces, in either order, neither oversell nor block each other', async () => {
    const [a, b] = [await newPiece(shop, { stock: crowd / 2 }), await newPiece(shop, { stock: crowd / 2 })]
    const sized = await newPiece(shop, { sizes: [crowd, crowd] })
    const shoppers = await gather((index) => {
      const lines = [{ product_id: a.id }, { product_id: b.id }]
      const sizes = sized.variants.map((variant_id) => ({ product_id: sized.id, variant_id }))
      return readyShopper(
        shop,
        index % 2 === 0 ? [...lines, ...sizes] : [...sizes.toReversed(), ...lines.toReversed()],
      )
    })
    const replies = await Promise.all(shoppers.map((shopper) => patiently(() => shopper.checkout())))
    const half = crowd / 2
    expect(statuses(replies)).toEqual([...Array<number>(half).fill(201), ...Array<number>(half).fill(409)])
    for (const piece of [a, b])
      expect([await stockOf(shop, piece.id), await sold(piece.id)]).toEqual([0, half])
    const [left] = await shop.db.select().from(products).where(eq(products.id, sized.id))
    expect(left?.stock_quantity).toBe(crowd)
    for (const variant of sized.variants) expect(await variantStock(shop, sized.id, variant)).toBe(half)
    await allSettled()
  })

  test('one key sent fifty times at once is one order; then all are given it', async () => {
    for (let round = 0; round < rounds(3, 20); round += 1) {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const key = `round ${round}`
      const replies = await several(50, () => patiently(() => shopper.checkout({}, { key })))
      const placed = replies.filter((reply) => reply.status === 201)
      const waiting = replies.filter((reply) => reply.status === 409)
      expect(placed.length + waiting.length).toBe(50)
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
    const rounds = await several(engine === 'postgres' ? 100 : 20, async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const replies = await several(2, () => patiently(() => shopper.checkout()))
      return { replies, sold: await sold(piece.id) }
    })
    for (const { replies, sold: pieces } of rounds) {
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

  test('a cancellation that races the parcel has one outcome', async () => {
    const outcomes = await several(20, async () => {
      const piece = await newPiece(shop, { stock: 1 })
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const order = data<Order>(await shopper.checkout())
      const services = { db: shop.db, config: shop.config, clock: () => new Date() }
      const parcel = { status: 'shipped', tracking_number: 'P1', tracking_url: null } as const
      const [cancel] = await Promise.all([
        shopper.call('PUT', paths.cancelOrder(order.id)),
        // Refused when the cancellation was first.
        moveOrder(services, order.order_number, parcel).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
        }),
      ])
      const [row] = await shop.db.select().from(orders).where(eq(orders.id, order.id))
      return [cancel.status, row?.status, await stockOf(shop, piece.id)]
    })
    for (const outcome of outcomes) {
      expect([
        [200, 'cancelled', 1],
        [409, 'shipped', 0],
      ]).toContainEqual(outcome)
    }
  })

  describe('nobody is left with a review of what they have not bought', () => {
    async function withOrder() {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const first = data<Order>(await shopper.checkout())
      const body = { rating: 4, title: 'Lovely', text: 'It shines.' }
      return {
        shopper,
        piece,
        first,
        write: () => shopper.call('POST', paths.reviews(piece.id), { body }),
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
        await Promise.all([write(), cancel(first)])
        return left()
      })
      expect(outcomes).toEqual(nothing)
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
  })

  test('no call is left marked as at work', async () => {
    await eventually(async () => {
      const keys = await shop.db.select().from(idempotency_keys)
      expect(keys.filter((key) => key.status_code === null)).toEqual([])
    })
  })
})
