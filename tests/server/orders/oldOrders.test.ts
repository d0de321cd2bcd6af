import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { order_events, order_items, orders, payment_attempts } from '#server/db/schema/orders.ts'
import { ordersKeptSince, sweepOrders } from '#server/orders/oldOrders.ts'
import { sweepAttempts } from '#server/payments/attempts.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { data, newPiece, readyShopper } from './pieces.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test.each([
  ['2033-04-05T22:59:59Z', '2026-04-05T23:00:00.000Z'],
  ['2033-04-05T23:00:00Z', '2027-04-05T23:00:00.000Z'],
  ['2033-12-31T12:00:00Z', '2027-04-05T23:00:00.000Z'],
])('at %s orders are kept since %s, six years after the end of the tax year in London', (now, since) => {
  expect(ordersKeptSince(new Date(now)).toISOString()).toBe(since)
})

test('an order goes with its payment six years after its tax year, or that of its cancellation, and not while it has to be sent or paid back', async () => {
  const now = new Date('2033-04-05T23:00:00Z')
  const lastOld = new Date('2027-04-05T22:59:59Z')
  const place = async (order: Partial<typeof orders.$inferInsert>, payment?: 'releasing' | 'uncertain') => {
    const piece = await newPiece(shop, { stock: 1 })
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const { id } = data<Order>(await shopper.checkout())
    await shop.db
      .update(orders)
      .set({ created_at: lastOld, ...order })
      .where(eq(orders.id, id))
    if (payment)
      await shop.db.update(payment_attempts).set({ status: payment }).where(eq(payment_attempts.order_id, id))
    return id
  }
  const cancelled = async (at: string) => {
    const id = await place({ status: 'cancelled' })
    await shop.db.insert(order_events).values({ order_id: id, status: 'cancelled', at: new Date(at) })
    return id
  }
  const gone = [
    await place({ status: 'delivered' }),
    await cancelled('2027-04-05T22:59:59Z'),
    // Nobody has marked it as delivered.
    await place({ status: 'shipped' }),
  ]
  const kept = [
    await place({ status: 'delivered', created_at: now }),
    await place({ status: 'delivered', created_at: new Date('2027-04-05T23:00:00Z') }),
    // Paid back in the next tax year: the books of that one have it, too.
    await cancelled('2027-04-05T23:00:00Z'),
    await place({ status: 'pending' }),
    await place({ status: 'processing' }),
    await place({ status: 'cancelled' }, 'releasing'),
    await place({ status: 'cancelled' }, 'uncertain'),
  ]
  await sweepOrders(shop.db, now)
  const all = [...gone, ...kept]
  const left = async (rows: Promise<{ id: string | null }[]>) => new Set((await rows).map(({ id }) => id))
  const found = {
    orders: await left(shop.db.select({ id: orders.id }).from(orders).where(inArray(orders.id, all))),
    items: await left(
      shop.db
        .select({ id: order_items.order_id })
        .from(order_items)
        .where(inArray(order_items.order_id, all)),
    ),
    payments: await left(
      shop.db
        .select({ id: payment_attempts.order_id })
        .from(payment_attempts)
        .where(inArray(payment_attempts.order_id, all)),
    ),
  }
  expect(found).toEqual({ orders: new Set(kept), items: new Set(kept), payments: new Set(kept) })
  expect(await shop.db.$count(payment_attempts)).toBe(kept.length)
})

test('a payment that came to no order is forgotten after thirty days, and not while it is still to be let go of', async () => {
  await shop.db.delete(payment_attempts)
  const now = new Date()
  const thirtyDays = 30 * 24 * 3_600_000
  const piece = await newPiece(shop, { stock: 1 })
  const shopper = await readyShopper(shop, [{ product_id: piece.id }])
  const { id: order_id } = data<Order>(await shopper.checkout())
  const old = new Date(now.getTime() - thirtyDays - 1)
  await shop.db.update(payment_attempts).set({ status: 'released', created_at: old })
  const none = { amount: 100, created_at: old }
  const kept = await shop.db
    .insert(payment_attempts)
    .values([
      { ...none, status: 'started' },
      { ...none, status: 'releasing' },
      { ...none, status: 'uncertain' },
      { ...none, status: 'declined', created_at: new Date(now.getTime() - thirtyDays) },
    ])
    .returning({ id: payment_attempts.id })
  await shop.db.insert(payment_attempts).values([
    { ...none, status: 'declined' },
    { ...none, status: 'released' },
    { ...none, status: 'settled' },
  ])
  await sweepAttempts(shop.db, now)
  const left = await shop.db.select().from(payment_attempts)
  expect(new Set(left.map((attempt) => attempt.order_id ?? attempt.id))).toEqual(
    new Set([order_id, ...kept.map(({ id }) => id)]),
  )
})
