import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '#contract/paths.ts'
import { setStock } from '#server/catalogue/keeping.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { orders } from '#server/db/schema/orders.ts'
import { moveOrder } from '#server/orders/fulfil.ts'
import { ApiError } from '#server/http/problem.ts'
import { faults } from '#tests/server/crashes/audit.ts'
import { lots, rounds } from '#tests/support/rounds.ts'
import { engines, type Shop, openShop } from '#tests/support/shop.ts'
import { data, newPiece, readyShopper } from './pieces.ts'

const users = fc.nat(3)
/** Which piece, line or order is meant: an index into those that exist, modulo their number. */
const which = fc.nat(11)
const quantity = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer())

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('add' as const), user: users, which, quantity }),
  },
  fc.record({ does: fc.constant('set' as const), user: users, which, quantity }),
  fc.record({ does: fc.constant('delete' as const), user: users, which }),
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('checkout' as const),
      user: users,
      /** What is added to the cart just before. */
      which: fc.option(which),
      shipping_method: fc.constantFrom('standard', 'express', 'overnight'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), user: users, which }) },
  fc.record({ does: fc.constant('ship' as const), which }),
  fc.record({ does: fc.constant('restock' as const), which, by: fc.integer({ min: -3, max: 5 }) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** What happens at once; one wave after another. */
const waves = fc.array(fc.array(step, { minLength: 1, maxLength: 4, size: 'max' }), {
  maxLength: 16,
  size: 'max',
})

const shippingPence: Readonly<Record<string, number>> = { standard: 0, express: 1_299, overnight: 2_499 }
const round = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length]

describe.each(engines())('R7: on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  /** Four shoppers and the same pieces. */
  async function scene() {
    const plain = await newPiece(shop, { stock: 6, price: 1_999 })
    const sized = await newPiece(shop, { price: 12_345, sizes: [2, 3] })
    const shelf: { product_id: number; variant_id: number | null }[] = [
      { product_id: plain.id, variant_id: null },
      ...sized.variants.map((variant_id) => ({ product_id: sized.id, variant_id })),
    ]
    const shoppers = await Promise.all([0, 1, 2, 3].map(() => readyShopper(shop, [])))
    /** How many pieces the jeweller added or removed, by piece. */
    const brought = shelf.map(() => 0)
    const placed = new Map<string, { buyer: string; total: number }>()
    const cancelled = new Set<string>()
    const shipped = new Set<string>()

    async function linesOf(user: number): Promise<string[]> {
      const cart = await shoppers[user]?.call('GET', paths.cart)
      if (cart === undefined) return []
      return data<{ items: { id: string }[] }>(cart).items.map(({ id }) => id)
    }
    const numbersOf = (buyer: string | undefined) =>
      [...placed]
        .filter(([, order]) => buyer === undefined || order.buyer === buyer)
        .map(([number]) => number)

    async function perform(doing: Step): Promise<void> {
      const shopper = 'user' in doing ? shoppers[doing.user] : undefined
      switch (doing.does) {
        case 'add': {
          const body = { ...round(shelf, doing.which), quantity: doing.quantity }
          const reply = await shopper?.call('POST', paths.cartItems, { body })
          expect([201, 400]).toContain(reply?.status)
          return
        }
        case 'set':
        case 'delete': {
          const line = round(await linesOf(doing.user), doing.which)
          if (line === undefined) return
          const isSet = doing.does === 'set'
          const reply = await shopper?.call(isSet ? 'PUT' : 'DELETE', paths.cartItem(line), {
            ...(isSet && { body: { quantity: doing.quantity } }),
          })
          expect([200, 400, 404]).toContain(reply?.status)
          return
        }
        case 'checkout': {
          const last = doing.which === null ? undefined : round(shelf, doing.which)
          if (last !== undefined)
            await shopper?.call('POST', paths.cartItems, { body: { ...last, quantity: 1 } })
          const reply = await shopper?.checkout({ shipping_method: doing.shipping_method })
          expect([201, 400, 409]).toContain(reply?.status)
          if (reply?.status !== 201 || shopper === undefined) return
          const { order_number, total } = data<{ order_number: string; total: string }>(reply)
          placed.set(order_number, { buyer: shopper.id, total: Math.round(Number(total) * 100) })
          return
        }
        case 'cancel': {
          const number = round(numbersOf(shopper?.id), doing.which)
          if (number === undefined) return
          const reply = await shopper?.call('PUT', paths.cancelOrder(number))
          expect([200, 409]).toContain(reply?.status)
          if (reply?.status === 200) cancelled.add(number)
          return
        }
        case 'ship': {
          const number = round(numbersOf(undefined), doing.which)
          if (number === undefined) return
          const parcel = { status: 'shipped' as const, tracking_number: 'P1', tracking_url: null }
          const services = { db: shop.db, config: shop.config, clock: () => new Date() }
          if (await isDone(moveOrder(services, number, parcel))) shipped.add(number)
          return
        }
        case 'restock': {
          const at = doing.which % shelf.length
          const { product_id = 0, variant_id = null } = shelf[at] ?? {}
          const [piece] = await shop.db.select().from(products).where(eq(products.id, product_id))
          const [size] =
            variant_id === null
              ? []
              : await shop.db.select().from(variants).where(eq(variants.id, variant_id))
          const change = { reference: piece?.sku ?? '', variant: size?.name ?? null, to: { by: doing.by } }
          if (await isDone(setStock(shop.db, change))) brought[at] = (brought[at] ?? 0) + doing.by
        }
      }
    }

    /** How many of each piece are left or sold, and how many there must be. Also checks the orders. */
    async function count(): Promise<{ counted: number[]; due: number[] }> {
      const numbers = [...placed.keys()]
      const { rows: sold } = await shop.db.execute<{
        product_id: number
        variant_id: number | null
        n: number
      }>(
        sql`select i.product_id, i.variant_id, sum(i.quantity)::int as n from order_items i join orders o on o.id = i.order_id
          where o.status <> 'cancelled' and i.product_id in (${plain.id}, ${sized.id}) group by 1, 2`,
      )
      const soldOf = (id: number, variant: number | null) =>
        sold.find((row) => row.product_id === id && row.variant_id === variant)?.n ?? 0
      const sizes = await shop.db
        .select()
        .from(variants)
        .where(eq(variants.product_id, sized.id))
        .orderBy(variants.id)
      const [left, sizedLeft] = await shop.db
        .select()
        .from(products)
        .where(inArray(products.id, [plain.id, sized.id]))
        .orderBy(products.id)
      const now = [left?.stock_quantity ?? Number.NaN, ...sizes.map((size) => size.stock_quantity)]
      expect(Math.min(...now)).toBeGreaterThanOrEqual(0)
      expect(sizedLeft?.stock_quantity).toBe(sizes.reduce((sum, size) => sum + size.stock_quantity, 0))

      const written = await shop.db
        .select()
        .from(orders)
        .where(
          inArray(
            orders.customer_id,
            shoppers.map(({ id }) => id),
          ),
        )
      expect(written.map((order) => order.order_number).toSorted()).toEqual(numbers.toSorted())
      const { rows: sums } = await shop.db.execute<{ order_number: string; sum: number }>(
        sql`select o.order_number, sum(i.price * i.quantity)::int as sum from orders o join order_items i on i.order_id = o.id
          where o.customer_id in ${shoppers.map(({ id }) => id)} group by 1`,
      )
      for (const order of written) {
        const goods = sums.find((row) => row.order_number === order.order_number)?.sum ?? Number.NaN
        // Whole pence: seven hundredths, half a penny up.
        const tax = Math.floor((goods * 7 + 50) / 100)
        expect(order.total).toBe(goods + tax + (shippingPence[order.shipping_method] ?? Number.NaN))
        expect(order.total).toBe(placed.get(order.order_number)?.total)
        const isOff = cancelled.has(order.order_number)
        expect(isOff && shipped.has(order.order_number)).toBe(false)
        expect(order.status).toBe(
          isOff ? 'cancelled' : shipped.has(order.order_number) ? 'shipped' : 'pending',
        )
      }
      return {
        counted: shelf.map((place, at) => (now[at] ?? 0) + soldOf(place.product_id, place.variant_id)),
        due: [6, 2, 3].map((initial, at) => initial + (brought[at] ?? 0)),
      }
    }
    return { perform, count }
  }

  const runs = rounds(20, 500)
  test(`money and stock balance whatever four shoppers and the jeweller do at once (${runs} runs)`, async () => {
    await fc.assert(
      fc.asyncProperty(waves, async (run) => {
        const { perform, count } = await scene()
        for (const wave of run) {
          await Promise.all(wave.map(perform))
          const { counted, due } = await count()
          expect(counted).toEqual(due)
        }
      }),
      { numRuns: runs, endOnFailure: true, ...lots },
    )
    expect(await faults(shop.db, { isRecovered: true })).toEqual({})
  })
})

/** Whether the desk did it; a refusal with its own message is no failure. */
async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 409) return false
    throw error
  }
}
