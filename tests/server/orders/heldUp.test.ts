import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import type { Db } from '#server/db/db.ts'
import { carts } from '#server/db/schema/cart.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { payment_attempts } from '#server/db/schema/orders.ts'
import { makeOnceFree } from '#server/orders/heldUp.ts'
import { atOnce } from '#server/orders/routes.ts'
import { busy } from '#server/http/problem.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { type Data, type Shop, makeData, openShop } from '#tests/support/shop.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newPiece, readyShopper, several, stockOf } from './pieces.ts'

/** So many milliseconds pass by the clock by which an order waits. */
const passes = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds)
afterEach(() => vi.useRealTimers())

test('an order waits for ten seconds, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  let tries = 0
  const locked = async () => {
    tries += 1
    passes(3_334)
    return null
  }
  await expect(makeOnceFree()(locked)).rejects.toBe(busy)
  // It has waited for all of them but the first.
  expect(tries).toBe(1 + 3)
})

test('the more orders wait, the less often each of them tries, and who comes after them is not held up by them', async () => {
  const tried: string[] = []
  /** An order that finds its piece locked the first time. Of two that are as patient the one that came first is first. */
  const order = (name: string) => {
    let isFree = false
    return async () => {
      if (isFree) return tried.push(name)
      isFree = true
      return null
    }
  }
  const onceFree = makeOnceFree()
  const crowd = Array.from({ length: 40 }, (_, nth) => onceFree(order(`${nth}`)))
  await Promise.all([...crowd, makeOnceFree()(order('alone'))])
  expect(tried.indexOf('alone')).toBeLessThan(tried.indexOf('39'))
  await Promise.all([onceFree(order('later')), makeOnceFree()(order('alone again'))])
  expect(tried.slice(-2)).toEqual(['later', 'alone again'])
})

// What an import does for as long as it writes. The embedded database runs one transaction at a time anyway.
describe.runIf(inject('postgres') !== null)('while somebody holds a piece on PostgreSQL', () => {
  let data: Data
  let shop: Shop
  beforeAll(async () => {
    data = await makeData('postgres')
    // Shorter than the piece is locked.
    const DATABASE_URL = `${data.environment['DATABASE_URL']}&lock_timeout=200`
    shop = await openShop({ data, environment: { DATABASE_URL } })
  })
  afterAll(async () => {
    await shop.close()
    await data.discard()
  })

  const hold = (db: Db, id: number) => db.select().from(products).where(eq(products.id, id)).for('update')
  const attemptsOf = async (customer_id: string) =>
    (await shop.db.select().from(payment_attempts).where(eq(payment_attempts.customer_id, customer_id))).map(
      ({ status }) => status,
    )

  test('others are bought as ever, and its own buyers get it afterwards, however many they are', async () => {
    // Their ten seconds do not pass, however long this takes.
    vi.useFakeTimers({ toFake: ['performance'] })
    const [held, other] = [await newPiece(shop, { stock: 100 }), await newPiece(shop)]
    const waiting = await several(atOnce + 5, () => readyShopper(shop, [{ product_id: held.id }]))
    const others = await several(3, () => readyShopper(shop, [{ product_id: other.id }]))
    const ordered = await shop.db.transaction(async (tx) => {
      await hold(tx, held.id)
      const ordered = waiting.map((shopper) => shopper.checkout())
      await eventually(async () =>
        expect((await Promise.all(waiting.map(({ id }) => attemptsOf(id)))).flat()).toHaveLength(
          waiting.length,
        ),
      )
      const replies = await Promise.all(others.map((shopper) => shopper.checkout()))
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
      expect([await stockOf(shop, held.id), await stockOf(shop, other.id)]).toEqual([100, 7])
      return ordered
    })
    expect(new Set((await Promise.all(ordered)).map(({ status }) => status))).toEqual(new Set([201]))
    expect(await stockOf(shop, held.id)).toBe(100 - waiting.length)
  })

  test('who orders it waits in the database’s own queue first, which is fair between servers', async () => {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const ordered = await shop.db.transaction(async (tx) => {
      await hold(tx, piece.id)
      const ordered = shopper.checkout()
      await untilLockWaits(shop.db, '%payment_reference%')
      return { ordered }
    })
    expect((await ordered.ordered).status).toBe(201)
  })

  test('for good, who orders it is told to come again, and keeps their money', async () => {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const order = () => shopper.checkout({}, { key: 'mine' })
    await shop.db.transaction(async (tx) => {
      await hold(tx, piece.id)
      vi.useFakeTimers({ toFake: ['performance'] })
      const asked = () => passes(2_000)
      shop.pool.on('acquire', asked)
      const refused = await order()
      shop.pool.off('acquire', asked)
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
      expect(await attemptsOf(shopper.id)).toEqual(['released'])
    })
    expect((await order()).status).toBe(201)
    expect(await stockOf(shop, piece.id)).toBe(9)
  })

  // As a server does that loses its power in the middle of a change, or that sees to payments left unfinished.
  test.each([
    ['cart', carts],
    ['payment', payment_attempts],
  ])('and a %s: others order as ever, and its owner does once it is free', async (_what, table) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const gateway = testGateway()
    let isAnswering = () => {}
    const answers = new Promise<void>((resolve) => (isAnswering = resolve))
    const authorise: typeof gateway.authorise = async (...payment) => {
      await answers
      return gateway.authorise(...payment)
    }
    // A lock that is waited for is waited for until it is released, unless the order itself sees to that.
    const DATABASE_URL = `${data.environment['DATABASE_URL']}&lock_timeout=0`
    const patient = await openShop({
      data,
      environment: { DATABASE_URL },
      gateway: { ...gateway, authorise },
    })
    const piece = await newPiece(patient)
    const [owner, ...others] = await several(4, () => readyShopper(patient, [{ product_id: piece.id }]))
    if (owner === undefined) throw new Error('No shopper')
    const ordered = await shop.db.transaction(async (tx) => {
      const [theirs, ...orders] = [owner, ...others].map((shopper) => shopper.checkout())
      await eventually(async () =>
        expect((await Promise.all([owner, ...others].map(({ id }) => attemptsOf(id)))).flat()).toHaveLength(
          4,
        ),
      )
      expect(await tx.select().from(table).where(eq(table.customer_id, owner.id)).for('update')).toHaveLength(
        1,
      )
      isAnswering()
      expect((await Promise.all(orders)).map(({ status }) => status)).toEqual([201, 201, 201])
      return { theirs }
    })
    expect((await ordered.theirs)?.status).toBe(201)
    expect(await stockOf(shop, piece.id)).toBe(6)
    await patient.close()
  })
})
