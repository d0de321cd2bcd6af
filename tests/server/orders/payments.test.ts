import { setImmediate as immediately } from 'node:timers/promises'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as v from 'valibot'
import { NewOrder } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import type { Cart } from '#contract/cart.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { lockPieces } from '#server/catalogue/stock.ts'
import { addItem, clearCart, removeItem, setQuantity } from '#server/cart/store.ts'
import { importPieces } from '#server/catalogue/importing.ts'
import type { Db } from '#server/db/db.ts'
import { cart_items, coupons } from '#server/db/schema/cart.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { idempotency_keys, mails } from '#server/db/schema/jobs.ts'
import { order_events, order_items, orders, payment_attempts } from '#server/db/schema/orders.ts'
import { beginOrder } from '#server/orders/beginning.ts'
import { newRow, placeRow } from '#server/orders/placing.ts'
import { quoteCall } from '#server/orders/quote.ts'
import { newOrderNumber } from '#server/orders/store.ts'
import { noteRefunded, unrefundedOrders } from '#server/orders/unpaid.ts'
import { unfinishedAttempts } from '#server/payments/attempts.ts'
import { inTime } from '#server/payments/inTime.ts'
import type { Payment, PaymentGateway } from '#server/payments/port.ts'
import { abandonPayment, capturePayment, recoverPayments } from '#server/payments/recovery.ts'
import { testGateway } from '#server/payments/testGateway.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { lineOf, withLog } from '#tests/support/log.ts'
import { engines, ofEngine, type Shop, openShop } from '#tests/support/shop.ts'
import { eventually } from '#tests/support/eventually.ts'
import { card, data, messageOf, newPiece, readyShopper, stockOf } from './pieces.ts'

const paidByCard: Payment = { payment_method: 'card', payment_data: card() }

/** A gateway that records what became of each payment, and breaks when told to. */
function ledger() {
  const held = new Map<string, 'held' | 'taken' | 'let go'>()
  const amounts: number[] = []
  let breaks: 'authorise' | 'capture' | 'release' | null = null
  let meanwhile: () => Promise<void> = async () => {}
  let isSilent = false
  const unless = async (call: typeof breaks) => {
    if (isSilent) await new Promise(() => {})
    if (breaks === call) throw new Error('The gateway cannot be reached')
  }
  const gateway: PaymentGateway = {
    ...testGateway(),
    authorise: async (attempt, amount, payment) => {
      if (held.get(attempt) === 'let go') return { isApproved: false, reason: 'let go before' }
      held.set(attempt, 'held')
      amounts.push(amount)
      await meanwhile()
      // The answer is lost after the payment was authorised.
      await unless('authorise')
      return testGateway().authorise(attempt, amount, payment)
    },
    capture: async (attempt) => {
      await unless('capture')
      if (held.get(attempt) === 'held') held.set(attempt, 'taken')
    },
    release: async (attempt) => {
      await unless('release')
      held.set(attempt, 'let go')
    },
  }
  return {
    gateway,
    outcomes: () => [...held.values()],
    /** What was asked for, in pence. */
    amounts,
    breakAt: (call: typeof breaks) => {
      breaks = call
    },
    fallSilent: (how: boolean) => {
      isSilent = how
    },
    during: (work: () => Promise<void>) => {
      meanwhile = work
    },
  }
}

/** What the statement that writes an order begins with: only the beginning of a statement can be read. */
const aboutOrders = '%payment_reference%'

/** Waits until no query is running any more. */
async function untilAtRest({ pool }: Pick<Shop, 'pool'>): Promise<void> {
  do await immediately()
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0)
}

describe.each(engines())('payments on %s', (engine) => {
  let shop: Shop
  let book = ledger()
  /** How far the shop's own clock is ahead, in milliseconds. */
  let ahead = 0
  const gateway: PaymentGateway = {
    ...testGateway(),
    authorise: (...payment) => book.gateway.authorise(...payment),
    capture: (...payment) => book.gateway.capture(...payment),
    release: (...payment) => book.gateway.release(...payment),
  }
  // In most tests an answer has real work to wait for; if it never comes, the wait is shorter.
  const [patient, hasty] = [inTime(gateway, 30_000), inTime(gateway, 1_000)]
  let inUse = patient
  beforeAll(async () => {
    // Or it would itself finish, now and then, what a test leaves for another server.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    shop = await openShop({
      engine,
      clock: () => new Date(Date.now() + ahead),
      gateway: {
        ...testGateway(),
        authorise: (...payment) => inUse.authorise(...payment),
        capture: (...payment) => inUse.capture(...payment),
        release: (...payment) => inUse.release(...payment),
      },
    })
    vi.useRealTimers()
  })
  afterAll(() => shop.close())
  afterEach(() => {
    vi.useRealTimers()
    inUse = patient
  })

  /** Nothing was ever bought, and somebody is about to. */
  async function opened() {
    book = ledger()
    await shop.db.delete(payment_attempts)
    await shop.db.delete(orders)
    const piece = await newPiece(shop, { stock: 3 })
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const recover = async () =>
      recoverPayments(shop.db, book.gateway, await unfinishedAttempts(shop.db, null))
    const attempts = async () =>
      (await shop.db.select().from(payment_attempts)).map((attempt) => attempt.status)
    return { book, piece, shopper, recover, attempts }
  }

  test('an order is paid for once it stands, with what it comes to, and paid back when it is cancelled', async () => {
    const { book, shopper, attempts } = await opened()
    const order = data<Order>(await shopper.checkout({ coupon_code: 'SAVE10', shipping_method: 'express' }))
    expect([order.total, book.amounts]).toEqual(['252.78', [25_278]])
    expect([book.outcomes(), await attempts()]).toEqual([['taken'], ['captured']])
    await shopper.call('PUT', paths.cancelOrder(order.order_number))
    expect([book.outcomes(), await attempts()]).toEqual([['let go'], ['released']])
  })

  test('an order that costs nothing is nobody’s to pay: the gateway is not asked', async () => {
    const { book, shopper, attempts } = await opened()
    await shop.db
      .insert(coupons)
      .values({ code: 'GIFT100', percent: 100, expires_at: null })
      .onConflictDoNothing()
    const refuse = async () => {
      throw new Error('The amount must be above 0')
    }
    Object.assign(book.gateway, { authorise: refuse, capture: refuse, release: refuse })
    const placed = await shopper.checkout({ coupon_code: 'GIFT100' })
    expect([placed.status, data<Order>(placed)]).toMatchObject([201, { total: '0.00' }])
    expect(await attempts()).toEqual(['captured'])
    await shopper.call('PUT', paths.cancelOrder(data<Order>(placed).order_number))
    expect(await attempts()).toEqual(['released'])
  })

  test('a payment that is given up in the very moment of its order comes to no order', async () => {
    const { book, shopper, piece, attempts } = await opened()
    let givenUp: Promise<void> | undefined
    book.during(async () => {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      givenUp = shop.db.transaction(async (tx) => {
        await tx.update(payment_attempts).set({ status: 'releasing' })
        begin()
        // The embedded database has one connection, so there the order comes after it anyway.
        if (engine === 'postgres') await untilLockWaits(shop.db, aboutOrders)
      })
      await begun
    })
    const reply = await shopper.checkout({}, { key: 'given up' })
    await givenUp
    expect(reply.status).toBe(402)
    expect(await shop.db.select().from(orders)).toEqual([])
    expect([book.outcomes(), await attempts(), await stockOf(shop, piece.id)]).toEqual([
      ['let go'],
      ['released'],
      3,
    ])
  })

  test('a payment approved for a cart that changed meanwhile is let go, and nothing is ordered', async () => {
    const { book, shopper, piece, attempts } = await opened()
    book.during(async () => {
      await shop.db.update(cart_items).set({ quantity: 2 })
    })
    const reply = await shopper.checkout({}, { key: 'changed' })
    expect([reply.status, reply.body]).toEqual([
      409,
      expect.objectContaining({ status: 'error', code: 'conflict' }),
    ])
    expect([book.outcomes(), await attempts(), await stockOf(shop, piece.id)]).toEqual([
      ['let go'],
      ['released'],
      3,
    ])
    book.during(async () => {})
    expect((await shopper.checkout({}, { key: 'changed' })).status).toBe(201)
  })

  test.each(ofEngine('postgres', engine))(
    'also where that was begun before the order was written, and done while the order waited for it',
    async () => {
      type Change = (tx: Db, customer: string, line: string, product_id: number) => Promise<unknown>
      const changes: [Change, number][] = [
        [
          (tx, customer, _line, product_id) =>
            addItem(tx, customer, { product_id, variant_id: null, quantity: 1 }),
          409,
        ],
        [(tx, customer, line) => setQuantity(tx, customer, line, 2), 409],
        [(tx, customer, line) => removeItem(tx, customer, line), 400],
        [(tx, customer) => clearCart(tx, customer), 400],
      ]
      for (const [change, status] of changes) {
        const { book, shopper, piece, attempts } = await opened()
        const { items } = data<Cart>(await shopper.call('GET', paths.cart))
        let changed: Promise<void> | undefined
        book.during(async () => {
          const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
          changed = shop.db.transaction(async (tx) => {
            await change(tx, shopper.id, items[0]?.id ?? '', piece.id)
            begin()
            await untilLockWaits(shop.db, aboutOrders)
          })
          await begun
        })
        const reply = await shopper.checkout()
        await changed
        expect(reply.status).toBe(status)
        expect(await shop.db.select().from(orders)).toEqual([])
        expect([book.outcomes(), await attempts()]).toEqual([['let go'], ['released']])
      }
    },
  )

  test.each(ofEngine('postgres', engine))(
    'and one for a piece that comes in sizes since the order began to wait: of which is for the shopper to say',
    async () => {
      const { book, shopper, piece, attempts } = await opened()
      let given: Promise<unknown> | undefined
      book.during(async () => {
        const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
        given = shop.db.transaction(async (tx) => {
          await tx.select().from(payment_attempts).for('update')
          begin()
          await untilLockWaits(shop.db, aboutOrders)
          expect(await giveSizes(piece.id)).toMatchObject({ isDone: true, changed: [expect.any(String)] })
        })
        await begun
      })
      const reply = await shopper.checkout({}, { key: 'sized' })
      await given
      expect([reply.status, messageOf(reply)]).toEqual([409, checkoutTexts.outOfStock])
      expect(await shop.db.select().from(orders)).toEqual([])
      expect([book.outcomes(), await attempts()]).toEqual([['let go'], ['released']])
      const sizes = await shop.db.select().from(variants).where(eq(variants.product_id, piece.id))
      expect([await stockOf(shop, piece.id), sizes.map((size) => size.stock_quantity)]).toEqual([3, [1, 2]])
    },
  )

  /** As an import would: the same stock in all, the cheapest at the same price. */
  async function giveSizes(id: number) {
    const [piece] = await shop.db.select().from(products).where(eq(products.id, id))
    if (piece === undefined) throw new Error('No piece')
    const { sku, price } = piece
    const sizes = [1, 2].map((stock_quantity) => ({
      name: `Size ${stock_quantity}`,
      sku: `${sku}-${stock_quantity}`,
      price: price + (stock_quantity - 1) * 1_000,
      stock_quantity,
    }))
    const fields = { sku, category: 'rings', images: [], variant_label: 'Ring size', variants: sizes }
    return importPieces(
      shop.db,
      {
        pieces: [{ row: 1, variant_rows: [], fields }],
        names: { collections: [], materials: [], gemstones: [] },
        pictures: {},
        problems: [],
        isDryRun: false,
      },
      new Date(),
    )
  }

  test('and one for a price that changed meanwhile, which nobody has agreed to', async () => {
    const { book, shopper, piece, attempts } = await opened()
    book.during(async () => {
      await shop.db.update(products).set({ price: 24_800 }).where(eq(products.id, piece.id))
    })
    expect((await shopper.checkout()).status).toBe(409)
    expect([book.outcomes(), await attempts(), await stockOf(shop, piece.id)]).toEqual([
      ['let go'],
      ['released'],
      3,
    ])
  })

  test('and one for a size whose price changed, though its piece costs as much as ever', async () => {
    const { book, attempts } = await opened()
    const { id, variants: sizes } = await newPiece(shop, { sizes: [1, 1] })
    const [, dearer = 0] = sizes
    const shopper = await readyShopper(shop, [{ product_id: id, variant_id: dearer }])
    book.during(async () => {
      await shop.db.update(variants).set({ price: 26_000 }).where(eq(variants.id, dearer))
    })
    expect((await shopper.checkout()).status).toBe(409)
    expect([book.outcomes(), await attempts(), await stockOf(shop, id)]).toEqual([
      ['let go'],
      ['released'],
      2,
    ])
  })

  test('and one for a size that sold out meanwhile, though there are others of its piece', async () => {
    const { book, attempts } = await opened()
    const { id, variants: sizes } = await newPiece(shop, { sizes: [1, 2] })
    const [small = 0] = sizes
    const shopper = await readyShopper(shop, [{ product_id: id, variant_id: small }])
    book.during(async () => {
      await shop.db.update(variants).set({ stock_quantity: 0 }).where(eq(variants.id, small))
    })
    const reply = await shopper.checkout()
    expect([reply.status, messageOf(reply)]).toEqual([409, checkoutTexts.outOfStock])
    expect([book.outcomes(), await attempts(), await stockOf(shop, id)]).toEqual([
      ['let go'],
      ['released'],
      3,
    ])
  })

  test.each(
    ofEngine('postgres', engine).flatMap(() => [
      ['got another price', { price: 26_000 }] as const,
      ['sold out', { stock_quantity: 0 }] as const,
    ]),
  )('and one for a size that %s while the order waited for its piece', async (_what, change) => {
    const { book, attempts } = await opened()
    const { id, variants: sizes } = await newPiece(shop, { sizes: [1, 1] })
    const [variant_id = 0] = sizes
    const shopper = await readyShopper(shop, [{ product_id: id, variant_id }])
    let changed: Promise<void> | undefined
    book.during(async () => {
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      changed = shop.db.transaction(async (tx) => {
        // As an import does.
        await lockPieces(tx, [id])
        await tx.update(variants).set(change).where(eq(variants.id, variant_id))
        begin()
        await untilLockWaits(shop.db, aboutOrders)
      })
      await begun
    })
    expect((await shopper.checkout()).status).toBe(409)
    await changed
    expect(await shop.db.select().from(orders)).toEqual([])
    expect([book.outcomes(), await attempts()]).toEqual([['let go'], ['released']])
  })

  test('a cart that changed meanwhile and comes to the same is ordered as it is now', async () => {
    const { book, shopper, piece } = await opened()
    const other = await newPiece(shop, { stock: 1 })
    book.during(async () => {
      await shop.db.update(cart_items).set({ product_id: other.id })
    })
    const order = data<Order>(await shopper.checkout({}, { key: 'as it is now' }))
    expect(order.items.map((item) => item.product_id)).toEqual([other.id])
    expect([await stockOf(shop, piece.id), await stockOf(shop, other.id)]).toEqual([3, 0])
  })

  test('but not where the shopper has said which pieces they were shown', async () => {
    const { book, shopper, piece, attempts } = await opened()
    const other = await newPiece(shop, { stock: 1 })
    book.during(async () => {
      await shop.db.update(cart_items).set({ product_id: other.id })
    })
    const seen = { expected_items: [{ product_id: piece.id, variant_id: null, quantity: 1 }] }
    const reply = await shopper.checkout(seen, { key: 'seen' })
    expect([reply.status, reply.body]).toEqual([409, expect.objectContaining({ code: 'conflict' })])
    expect([book.outcomes(), await attempts()]).toEqual([['let go'], ['released']])
    expect([await stockOf(shop, piece.id), await stockOf(shop, other.id)]).toEqual([3, 1])
  })

  test('an order under a number that is taken is not written, and nothing that belongs to it', async () => {
    const { shopper, piece } = await opened()
    const other = await readyShopper(shop, [{ product_id: piece.id }])
    const taken = data<Order>(await other.checkout())
    const wanted = v.parse(NewOrder, shopper.order())
    const call = {
      customer_id: shopper.id,
      scope: 'checkout',
      key: null,
      fingerprint: '',
      now: new Date(),
      from: '',
      whence: { household: '', network: null },
    }
    const quote = await quoteCall(shop, call, wanted, call.now)
    const begun = quote && (await beginOrder(shop.db, call, quote.totals.total, null))
    if (quote === null || begun === null) throw new Error('It was not begun')
    const choice = {
      shipping_method: 'standard',
      payment_method: 'card',
      payment_label: 'Visa',
      note: null,
    }
    const place = (order_number: string) => {
      const row = { ...newRow(quote, choice, call.now), order_number }
      const mail = { to_address: shopper.email, subject: 'Your order', text: 'Your order', html: '' }
      const written = {
        call,
        attempt: begun.id,
        payment_reference: '',
        contact: quote.account,
        quote,
        row,
        answer: {},
        mail,
      }
      return placeRow(shop.db, written)
    }
    const everything = () =>
      Promise.all(
        [orders, order_items, order_events, payment_attempts, mails, cart_items, products].map((table) =>
          shop.db.select().from(table).orderBy(table.id),
        ),
      )
    const before = await everything()
    expect(await place(taken.order_number)).toMatchObject({
      is_paid: true,
      is_same: true,
      is_enough: true,
      is_placed: false,
    })
    expect(await everything()).toEqual(before)
    expect((await place(newOrderNumber())).is_placed).toBe(true)
    expect(await stockOf(shop, piece.id)).toBe(1)
  })

  test('an answer of the gateway that is lost is no order and no payment, and the key may be tried again', async () => {
    const { book, shopper, piece } = await opened()
    book.breakAt('authorise')
    const reply = await shopper.checkout({}, { key: 'lost' })
    expect([reply.status, reply.body]).toEqual([402, expect.objectContaining({ code: 'payment_declined' })])
    expect([book.outcomes(), await stockOf(shop, piece.id), await shop.db.select().from(orders)]).toEqual([
      ['let go'],
      3,
      [],
    ])
    book.breakAt(null)
    expect((await shopper.checkout({}, { key: 'lost' })).status).toBe(201)
    expect(book.outcomes()).toEqual(['let go', 'taken'])
  })

  test('nor is it answered with the order that was placed under this key more than a day ago', async () => {
    const { book, shopper, piece } = await opened()
    const order = () => shopper.checkout({}, { key: 'of old' })
    const before = data<Order>(await order())
    const dayAgo = new Date(Date.now() - 25 * 3_600_000)
    await shop.db
      .update(idempotency_keys)
      .set({ created_at: dayAgo })
      .where(eq(idempotency_keys.customer_id, shopper.id))
    await shopper.add(piece.id)
    book.breakAt('authorise')
    expect((await order()).status).toBe(402)
    book.breakAt(null)
    const placed = await order()
    expect([placed.status, placed.headers['idempotent-replayed']]).toEqual([201, undefined])
    expect(data<Order>(placed).order_number).not.toBe(before.order_number)
  })

  test('a gateway that never answers holds no checkout up: the payment is let go of once it does', async () => {
    const { book, shopper, piece, recover, attempts } = await opened()
    book.fallSilent(true)
    inUse = hasty
    const reply = await shopper.checkout({}, { key: 'silence' })
    expect([reply.status, reply.body]).toEqual([402, expect.objectContaining({ code: 'payment_declined' })])
    expect([await attempts(), await stockOf(shop, piece.id)]).toEqual([['releasing'], 3])
    book.fallSilent(false)
    expect([await recover(), book.outcomes(), await attempts()]).toEqual([[], ['let go'], ['released']])
    expect((await shopper.checkout({}, { key: 'silence' })).status).toBe(201)
  })

  test('nor does one that sets the money aside and never takes it', async () => {
    const { book, shopper, recover, attempts } = await opened()
    const capture = book.gateway.capture
    book.gateway.capture = () => new Promise(() => {})
    inUse = hasty
    expect((await shopper.checkout()).status).toBe(201)
    expect([book.outcomes(), await attempts()]).toEqual([['held'], ['ordered']])
    book.gateway.capture = capture
    expect([await recover(), book.outcomes(), await attempts()]).toEqual([[], ['taken'], ['captured']])
  })

  test('money that could not be taken at once is taken later; the order stands all along', async () => {
    const { book, shopper, recover, attempts } = await opened()
    book.breakAt('capture')
    expect((await shopper.checkout()).status).toBe(201)
    expect([book.outcomes(), await attempts()]).toEqual([['held'], ['ordered']])
    expect(await recover()).toEqual([{ attempt: expect.any(String), status: 'ordered', error: 'Error' }])
    book.breakAt(null)
    expect([await recover(), book.outcomes(), await attempts()]).toEqual([[], ['taken'], ['captured']])
  })

  test('what is cancelled while the payments before it are being finished is not paid for', async () => {
    const { book, piece, shopper, recover, attempts } = await opened()
    book.breakAt('capture')
    await shopper.checkout()
    const other = await readyShopper(shop, [{ product_id: piece.id }])
    const { order_number } = data<Order>(await other.checkout())
    book.breakAt(null)
    // With the first order's, as many as are finished at a time.
    const earlier = { amount: 100, status: 'ordered', created_at: new Date(0) } as const
    await shop.db.insert(payment_attempts).values(Array<typeof earlier>(7).fill(earlier))
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    const captured: string[] = []
    const { capture } = book.gateway
    book.gateway.capture = async (attempt) => {
      captured.push(attempt)
      asked.resolve()
      await answered.promise
      await capture(attempt)
    }
    const recovering = recover()
    await asked.promise
    expect((await other.call('PUT', paths.cancelOrder(order_number))).status).toBe(200)
    answered.resolve()
    expect([await recovering, captured.length, book.outcomes()]).toEqual([[], 8, ['taken', 'let go']])
    expect((await attempts()).toSorted()).toEqual([...Array<string>(8).fill('captured'), 'released'])
  })

  test('what is noted as paid back by hand while those before it are being paid back is not paid back again', async () => {
    const { book, shopper, recover, attempts } = await opened()
    const { order_number } = data<Order>(await shopper.checkout())
    book.breakAt('release')
    await shopper.call('PUT', paths.cancelOrder(order_number))
    book.breakAt(null)
    await shop.db.update(payment_attempts).set({ updated_at: new Date(Date.now() - 61_000) })
    // As many as are finished at a time.
    const earlier = { amount: 100, status: 'releasing', created_at: new Date(0) } as const
    await shop.db.insert(payment_attempts).values(Array<typeof earlier>(8).fill(earlier))
    const asked = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    let released = 0
    book.gateway.release = async () => {
      released += 1
      asked.resolve()
      await answered.promise
    }
    const recovering = recover()
    await asked.promise
    expect(await noteRefunded(shop.db, order_number)).toBe(true)
    answered.resolve()
    expect([await recovering, released, (await attempts()).toSorted()]).toEqual([
      [],
      8,
      [...Array<string>(8).fill('released'), 'settled'],
    ])
  })

  test('money that is taken while its order is cancelled goes back', async () => {
    const { book, shopper, attempts } = await opened()
    book.breakAt('capture')
    const { order_number } = data<Order>(await shopper.checkout())
    book.breakAt(null)
    const [attempt] = await unfinishedAttempts(shop.db, null)
    if (attempt === undefined) throw new Error('Nothing is to be paid for')
    let taken = false
    const answered = Promise.withResolvers<void>()
    // One that captures what it was told to release.
    const careless: PaymentGateway = {
      ...book.gateway,
      capture: async () => {
        await answered.promise
        taken = true
      },
      release: async () => {
        taken = false
      },
    }
    const capturing = capturePayment(shop.db, careless, attempt)
    expect((await shopper.call('PUT', paths.cancelOrder(order_number))).status).toBe(200)
    expect(await attempts()).toEqual(['released'])
    answered.resolve()
    await capturing
    expect([taken, await attempts()]).toEqual([false, ['released']])
  })

  test('if the desk has paid it back meanwhile, the desk is told again', async () => {
    const { book, shopper, attempts } = await opened()
    book.breakAt('capture')
    const { order_number } = data<Order>(await shopper.checkout())
    const [attempt] = await unfinishedAttempts(shop.db, null)
    if (attempt === undefined) throw new Error('Nothing is to be paid for')
    book.breakAt('release')
    await shopper.call('PUT', paths.cancelOrder(order_number))
    let asked = 0
    const late: PaymentGateway = {
      ...book.gateway,
      capture: async () => {
        await shop.db.update(payment_attempts).set({ updated_at: new Date(Date.now() - 61_000) })
        expect(await noteRefunded(shop.db, order_number)).toBe(true)
      },
      release: async () => void (asked += 1),
    }
    await capturePayment(shop.db, late, attempt)
    expect([asked, await attempts()]).toEqual([0, ['uncertain']])
    expect((await unrefundedOrders(shop.db)).map((order) => order.order_number)).toContain(order_number)
  })

  test('money that could not be paid back at once is paid back later', async () => {
    const { book, shopper, recover, attempts } = await opened()
    const order = data<Order>(await shopper.checkout())
    book.breakAt('release')
    expect((await shopper.call('PUT', paths.cancelOrder(order.id))).status).toBe(200)
    expect(await attempts()).toEqual(['releasing'])
    book.breakAt(null)
    expect([await recover(), book.outcomes(), await attempts()]).toEqual([[], ['let go'], ['released']])
  })

  test('a crash between approval and order leaves neither: the payment is let go and the key is free', async () => {
    const { book, shopper, recover, piece } = await opened()
    // What a server killed at that point leaves behind: the claimed key, the recorded attempt, and an authorised
    // payment.
    const [attempt] = await shop.db
      .insert(payment_attempts)
      .values({ customer_id: shopper.id, idempotency_key: 'crash', amount: 26_643, status: 'started' })
      .returning()
    await shop.db
      .insert(idempotency_keys)
      .values({ customer_id: shopper.id, scope: 'checkout', key: 'crash', fingerprint: 'any' })
    await book.gateway.authorise(attempt?.id ?? '', 26_643, paidByCard)
    const waiting = await shopper.checkout({}, { key: 'crash' })
    expect([409, 422]).toContain(waiting.status)
    expect(await recover()).toEqual([])
    expect(book.outcomes()).toEqual(['let go'])
    const retried = await shopper.checkout({}, { key: 'crash' })
    expect([retried.status, book.outcomes(), await stockOf(shop, piece.id)]).toEqual([
      201,
      ['let go', 'taken'],
      2,
    ])
  })

  test.each(['releasing', 'released'] as const)(
    'a payment given up again once it is %s leaves the key to the call that has it now',
    async (status) => {
      const { book, shopper, attempts } = await opened()
      const [attempt] = await shop.db
        .insert(payment_attempts)
        .values({ customer_id: shopper.id, idempotency_key: status, amount: 26_643, status })
        .returning({ id: payment_attempts.id })
      book.during(async () => {
        const first = {
          id: attempt?.id ?? '',
          amount: 26_643,
          customer_id: shopper.id,
          idempotency_key: status,
        }
        await abandonPayment(shop.db, book.gateway, first)
        const again = await shopper.checkout({}, { key: status })
        expect([again.status, again.body]).toMatchObject([409, { code: 'idempotency_in_progress' }])
      })
      expect((await shopper.checkout({}, { key: status })).status).toBe(201)
      expect((await attempts()).toSorted()).toEqual(['captured', 'released'])
    },
  )

  test('a payment given up while the gateway was slow becomes no order', async () => {
    const { book, shopper, recover, piece } = await opened()
    book.during(async () => {
      await recover()
    })
    const reply = await shopper.checkout({}, { key: 'slow' })
    expect([reply.status, book.outcomes()]).toEqual([402, ['let go']])
    expect([await stockOf(shop, piece.id), await shop.db.select().from(orders)]).toEqual([3, []])
  })

  test('one that the gateway hears of only after that is let go of once more', async () => {
    const { book, shopper, recover, attempts } = await opened()
    let isHeld = false
    Object.assign(book.gateway, {
      authorise: async (...payment: Parameters<PaymentGateway['authorise']>) => {
        await recover()
        isHeld = true
        return testGateway().authorise(...payment)
      },
      release: async () => {
        isHeld = false
      },
    })
    expect((await shopper.checkout()).status).toBe(402)
    expect([isHeld, await attempts()]).toEqual([false, ['released']])
  })

  test('a decline that comes once the payment was given up takes nothing from the order that has its key now', async () => {
    const { book, shopper, recover, piece, attempts } = await opened()
    const order = () => shopper.checkout({}, { key: 'late' })
    let placed: unknown
    book.during(async () => {
      book.during(async () => {})
      await recover()
      const again = await order()
      expect(again.status).toBe(201)
      placed = again.body
    })
    const declined = { payment_data: card('4000 0000 0000 0002') }
    expect((await shopper.checkout(declined, { key: 'late' })).status).toBe(402)
    const replayed = await order()
    expect([replayed.status, replayed.body]).toEqual([201, placed])
    expect([await stockOf(shop, piece.id), (await attempts()).toSorted()]).toEqual([
      2,
      ['captured', 'released'],
    ])
  })

  test.each([
    ['that is a minute ahead', 0, 60_000],
    ['beside one that is a minute behind', -60_000, 0],
  ])(
    'a server by a clock %s takes nobody’s payment for abandoned while the gateway is asked',
    async (_which, mine, others) => {
      const { book, shopper, attempts } = await opened()
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const { createApp } = await import('#server/app.ts')
      const other = await createApp({
        db: shop.db,
        config: shop.config,
        gateway: book.gateway,
        clock: () => new Date(Date.now() + others),
      })
      await other.ready()
      book.during(async () => {
        vi.advanceTimersByTime(20_000)
        await untilAtRest(shop)
      })
      ahead = mine
      const reply = await shopper.checkout()
      ahead = 0
      await other.close()
      expect([reply.status, book.outcomes(), await attempts()]).toEqual([201, ['taken'], ['captured']])
    },
  )

  // The database's own clock may have been ahead, too.
  test.each([-60_000, 3_600_000])(
    'a server that starts finishes what the last one left (%d ms from now)',
    async (touched) => {
      const { book, shopper } = await opened()
      await shop.db.insert(payment_attempts).values({
        customer_id: shopper.id,
        amount: 100,
        status: 'started',
        updated_at: new Date(Date.now() + touched),
      })
      // What it does later, from time to time, is not what is meant.
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      const { createApp } = await import('#server/app.ts')
      const next = await createApp({ db: shop.db, config: shop.config, gateway: book.gateway })
      await next.ready()
      // A start waits for that, but not for long.
      await eventually(async () => {
        const rows = await shop.db
          .select()
          .from(payment_attempts)
          .where(eq(payment_attempts.customer_id, shopper.id))
        expect([rows.map((row) => row.status), book.outcomes()]).toEqual([['released'], ['let go']])
      })
      await next.close()
    },
  )

  test('what was left when its key was new takes nothing from the order that has the key after a day', async () => {
    const { shopper, recover, piece, attempts } = await opened()
    await shop.db
      .insert(payment_attempts)
      .values({ customer_id: shopper.id, idempotency_key: 'old', amount: 26_643, status: 'started' })
    const order = () => shopper.checkout({}, { key: 'old' })
    const placed = await order()
    expect(placed.status).toBe(201)
    await recover()
    expect((await attempts()).toSorted()).toEqual(['captured', 'released'])
    await shopper.add(piece.id)
    expect((await order()).body).toEqual(placed.body)
  })

  test('the log says which payment cannot be brought to an end and why, not in the gateway’s words', () =>
    withLog(async (read) => {
      const { book, shopper } = await opened()
      book.gateway.release = () => Promise.reject(new RangeError('No answer for card 5105105105105100'))
      const started = {
        customer_id: shopper.id,
        amount: 100,
        status: 'started',
        updated_at: new Date(0),
      } as const
      const [left] = await shop.db
        .insert(payment_attempts)
        .values(started)
        .returning({ id: payment_attempts.id })
      const { createApp } = await import('#server/app.ts')
      const config = { ...shop.config, logLevel: 'info' as const }
      const next = await createApp({ db: shop.db, config, gateway: book.gateway })
      await next.ready()
      const told = await eventually(() => lineOf(read(), 'A payment could not be settled'))
      await next.close()
      expect(told).toMatchObject({ attempt: left?.id, error: 'RangeError' })
      expect(read()).not.toContain('5105105105105100')
    }))

  test('what a killed server leaves is brought to an end by one that is open, within a minute', async () => {
    const { book, shopper, attempts } = await opened()
    let passed = 0
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { createApp } = await import('#server/app.ts')
    const other = await createApp({ db: shop.db, config: shop.config, gateway: book.gateway })
    await other.ready()
    // Killed before it could capture the payment of an order, and between the gateway's answer and an order.
    book.breakAt('capture')
    expect((await shopper.checkout()).status).toBe(201)
    book.breakAt(null)
    const [started] = await shop.db
      .insert(payment_attempts)
      .values({ customer_id: shopper.id, amount: 26_643, status: 'started' })
      .returning()
    await book.gateway.authorise(started?.id ?? '', 26_643, paidByCard)

    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        passed += 1
        // The database's clock decides. However slow the machine, no more time has passed by it.
        await shop.db
          .update(payment_attempts)
          .set({ updated_at: sql`now() - ${passed} * interval '1 second'` })
          .where(inArray(payment_attempts.status, ['ordered', 'started']))
        vi.advanceTimersByTime(1_000)
        await untilAtRest(shop)
      }
    }
    await pass(30)
    expect((await attempts()).toSorted()).toEqual(['ordered', 'started'])
    await pass(30)
    expect([book.outcomes(), (await attempts()).toSorted()]).toEqual([
      ['taken', 'let go'],
      ['captured', 'released'],
    ])
    await other.close()
  })

  test('however many can never be brought to an end, those after them are within a minute, also one of the same moment', async () => {
    const { book, shopper } = await opened()
    const { release } = book.gateway
    const first = '00000000-0000-4000-8000-'
    book.gateway.release = (id) =>
      id.startsWith(first) ? Promise.reject(new RangeError('Never')) : release(id)
    const left = { customer_id: shopper.id, amount: 100, status: 'releasing' } as const
    const hour = 3_600_000
    const then = new Date(Date.now() - hour)
    await shop.db.insert(payment_attempts).values(
      Array.from({ length: 500 }, (_, nth) => ({
        ...left,
        id: first + String(nth).padStart(12, '0'),
        created_at: then,
        updated_at: then,
      })),
    )
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { createApp } = await import('#server/app.ts')
    const other = await createApp({ db: shop.db, config: shop.config, gateway: book.gateway })
    await other.ready()
    const others = ['ffffffff-0000-4000-8000-000000000000', '11111111-0000-4000-8000-000000000000']
    await shop.db.insert(payment_attempts).values(
      others.map((id, nth) => ({
        ...left,
        id,
        created_at: new Date(then.getTime() + nth),
        updated_at: then,
      })),
    )
    for (let third = 0; third < 3; third += 1) {
      vi.advanceTimersByTime(20_000)
      await untilAtRest(shop)
    }
    vi.useRealTimers()
    await eventually(async () => {
      const found = await shop.db.select().from(payment_attempts).where(inArray(payment_attempts.id, others))
      expect(found.map(({ status }) => status)).toEqual(['released', 'released'])
    })
    await other.close()
  })

  test('of many that were left some are finished at once: a slow gateway would keep the last of them waiting', async () => {
    const { book, shopper, recover, attempts } = await opened()
    const left = { customer_id: shopper.id, amount: 100, status: 'releasing' } as const
    const many = Array<typeof left>(20).fill(left)
    await shop.db.insert(payment_attempts).values(many)
    let [asked, all, most] = [0, 0, 0]
    let answer = Promise.withResolvers<void>()
    const { release } = book.gateway
    // Answers once as many as are finished at a time are waiting for it, and nobody else comes, or the last of all.
    book.gateway.release = async (attempt) => {
      const { promise, resolve } = answer
      asked += 1
      all += 1
      most = Math.max(most, asked)
      if (asked === 8 || all === many.length) {
        answer = Promise.withResolvers()
        await untilAtRest(shop)
        resolve()
      }
      await promise
      asked -= 1
      await release(attempt)
    }
    expect(await recover()).toEqual([])
    expect([most, new Set(await attempts())]).toEqual([8, new Set(['released'])])
  })

  test('a gateway that never answers keeps no server from opening, and none from closing', async () => {
    const { book, shopper, attempts } = await opened()
    const left = {
      customer_id: shopper.id,
      amount: 100,
      status: 'started',
      updated_at: new Date(Date.now() - 60_000),
    } as const
    await shop.db.insert(payment_attempts).values(Array<typeof left>(10).fill(left))
    book.fallSilent(true)
    const { createApp } = await import('#server/app.ts')
    const next = await createApp({ db: shop.db, config: shop.config, gateway: book.gateway })
    await next.ready()
    await next.close()
    // Eight at once, and none after them.
    await eventually(async () =>
      expect((await attempts()).toSorted()).toEqual([
        ...Array<string>(8).fill('releasing'),
        ...Array<string>(2).fill('started'),
      ]),
    )
  })
})

test('a gateway has eight seconds for a call: with two of them a checkout is answered within half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const silent = () => new Promise<never>(() => {})
    const { authorise, capture, release, keepCard, forgetCard } = inTime({
      ...testGateway(),
      authorise: silent,
      capture: silent,
      release: silent,
      keepCard: silent,
      forgetCard: silent,
    })
    const typed = { ...card(), card_number: '4242424242424242' }
    const calls = [
      authorise('one', 100, { payment_method: 'card', payment_data: typed }),
      capture('one'),
      release('one'),
      keepCard(typed),
      forgetCard({ gateway_token: 'visa.1' }),
    ]
    const failures: unknown[] = []
    for (const call of calls) call.catch((error: unknown) => failures.push(error))
    await vi.advanceTimersByTimeAsync(7_999)
    expect(failures).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(failures).toMatchObject(calls.map(() => ({ name: 'Unanswered' })))
  } finally {
    vi.useRealTimers()
  }
})
