import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { NewOrder, OrderPlaced } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import type { Order } from '#contract/order.ts'
import { paths } from '#contract/paths.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { customers } from '#server/db/schema/customers.ts'
import { idempotency_keys, mails } from '#server/db/schema/jobs.ts'
import { orders, payment_attempts } from '#server/db/schema/orders.ts'
import { fingerprinter, sweepIdempotency } from '#server/calls/idempotency.ts'
import { nonSecret } from '#server/orders/fingerprint.ts'
import { engines, type Shop, openShop, testSecret } from '#tests/support/shop.ts'
import {
  addCoupons,
  addMainPicture,
  address,
  card,
  data,
  messageOf,
  newPiece,
  newShopper,
  readyShopper,
  stockOf,
  variantStock,
} from './pieces.ts'

describe.each(engines())('checkout on %s', (engine) => {
  let shop: Shop
  let now = new Date()
  beforeAll(async () => {
    shop = await openShop({ engine, clock: () => now })
    await addCoupons(shop)
  })
  afterAll(() => shop.close())

  const ordersOf = (customer_id: string) =>
    shop.db.select().from(orders).where(eq(orders.customer_id, customer_id))
  const cartSize = async (shopper: { call: Shop['call'] }) =>
    data<{ items: unknown[] }>(await shopper.call('GET', paths.cart)).items.length

  test.each([paths.checkout, paths.orders, 'orders', 'orders/checkout'])(
    'POST %s turns the cart into an order, takes the stock, empties the cart and queues a mail',
    async (path) => {
      const piece = await newPiece(shop, { stock: 5, price: 24_900 })
      const sized = await newPiece(shop, { price: 10_000, sizes: [1, 3] })
      const size = sized.variants[1] ?? 0
      const shopper = await readyShopper(shop, [
        { product_id: piece.id, quantity: 2 },
        { product_id: sized.id, variant_id: size },
      ])
      const reply = await shopper.checkout({ shipping_method: 'express', coupon_code: ' save10 ' }, { path })
      expect(reply.status).toBe(201)
      const body = v.parse(OrderPlaced, reply.body)
      expect(body).toMatchObject({
        status: 'success',
        message: 'Order placed successfully!',
        order_number: expect.stringMatching(/^DMS-[2-9A-HJ-NP-Z]{8}$/),
        data: {
          status: 'pending',
          subtotal: '608.00',
          discount: '60.80',
          shipping_cost: '12.99',
          tax: '38.30',
          total: '598.49',
          coupon_code: 'SAVE10',
          shipping_method: 'express',
          payment_method: 'Visa ending 4242',
          shipping_address: address,
          billing_address: address,
          items: [
            { product_id: piece.id, variant_id: null, quantity: 2, price: '249.00', total: '498.00' },
            {
              product_id: sized.id,
              variant_id: size,
              variant_name: 'Size 1',
              quantity: 1,
              price: '110.00',
              product: { variant_label: 'Ring size' },
            },
          ],
          events: [{ status: 'pending' }],
        },
      })
      expect(body.data.items[0]?.product).toMatchObject({
        name: 'Damson Ring',
        images: [{ image: '/pictures/ring.avif', alt_text: 'A ring' }],
      })
      expect(await stockOf(shop, piece.id)).toBe(3)
      expect([await stockOf(shop, sized.id), await variantStock(shop, sized.id, size)]).toEqual([3, 2])
      expect(await cartSize(shopper)).toBe(0)
      const [mail] = await shop.db.select().from(mails).where(eq(mails.to_address, shopper.email))
      expect(mail?.subject).toBe(`Your order ${body.order_number}`)
      const [attempt] = await shop.db
        .select()
        .from(payment_attempts)
        .where(eq(payment_attempts.customer_id, shopper.id))
      expect(attempt).toMatchObject({ status: 'captured', amount: 59_849, order_id: body.data.id })
      const detail = await shopper.call('GET', paths.order(body.order_number))
      expect(data<Order>(detail)).toEqual(body.data)
    },
  )

  describe('what cannot be ordered is refused in one shape, and nothing changes', () => {
    const refusal = (message: string, code: string) => ({ status: 'error', errors: {}, message, code })
    const changed = 'Your cart or its prices have changed. Please check it and try again.'
    const updated =
      'If you see no change, our shop has been updated: please go back to your cart and reload the page.'

    async function unchanged(
      shopper: Awaited<ReturnType<typeof readyShopper>>,
      product_id: number,
      stock: number,
    ) {
      expect(await ordersOf(shopper.id)).toEqual([])
      expect(await stockOf(shop, product_id)).toBe(stock)
      expect(await cartSize(shopper)).toBe(1)
    }

    test('another total than the shopper was shown, who orders under the same key once they have seen it', async () => {
      const piece = await newPiece(shop, { stock: 1, price: 24_900 })
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      await shop.db.update(products).set({ price: 25_000 }).where(eq(products.id, piece.id))
      const reply = await shopper.checkout({ expected_total: '266.43' }, { key: 'seen' })
      // A page of an earlier build may reckon with another tax or delivery, and that is nothing that its cart shows.
      expect([reply.status, reply.body]).toEqual([409, refusal(`${changed} ${updated}`, 'conflict')])
      await unchanged(shopper, piece.id, 1)
      const mine = eq(payment_attempts.customer_id, shopper.id)
      expect(await shop.db.select().from(payment_attempts).where(mine)).toEqual([])
      const placed = await shopper.checkout({ expected_total: '267.50' }, { key: 'seen' })
      expect([placed.status, data<Order>(placed).total]).toEqual([201, '267.50'])
      const again = await shopper.checkout({ expected_total: '267.50' }, { key: 'seen' })
      expect([again.status, again.body]).toEqual([201, placed.body])
    })

    test('other pieces than the shopper was shown, also where they come to the same', async () => {
      const piece = await newPiece(shop, { stock: 5 })
      const sized = await newPiece(shop, { price: 10_000, sizes: [5, 5] })
      const [small = 0, large = 0] = sized.variants
      await shop.db.update(variants).set({ price: 10_000 }).where(eq(variants.product_id, sized.id))
      const shopper = await readyShopper(shop, [
        { product_id: piece.id },
        { product_id: sized.id, variant_id: large, quantity: 2 },
      ])
      type Shown = [product_id: number, variant_id: number | null, quantity: number]
      const order = (...shown: Shown[]) => {
        const expected_items = shown.map(([product_id, variant_id, quantity]) => ({
          product_id,
          variant_id,
          quantity,
        }))
        return shopper.checkout({ expected_items }, { key: 'pieces' })
      }
      const others: Shown[][] = [
        [],
        [[piece.id, null, 1]],
        [
          [piece.id, null, 1],
          [sized.id, small, 2],
        ],
        [
          [piece.id, null, 2],
          [sized.id, large, 1],
        ],
        [
          [piece.id, null, 1],
          [sized.id, large, 2],
          [sized.id, small, 1],
        ],
      ]
      for (const shown of others) {
        const reply = await order(...shown)
        expect([reply.status, reply.body]).toEqual([409, refusal(changed, 'conflict')])
      }
      expect(await cartSize(shopper)).toBe(2)
      const mine = eq(payment_attempts.customer_id, shopper.id)
      expect(await shop.db.select().from(payment_attempts).where(mine)).toEqual([])
      // In whichever order they were shown.
      expect((await order([sized.id, large, 2], [piece.id, null, 1])).status).toBe(201)
    })

    test.each([
      ['an object', {}],
      ['a number', [1]],
      ['a quantity alone', [{ quantity: 1 }]],
      ['a quantity as text', [{ product_id: 1, quantity: '2' }]],
      ['more than a cart holds', Array.from({ length: 101 }, () => ({ product_id: 1 }))],
    ])('pieces that are none: %s', async (_what, expected_items) => {
      const piece = await newPiece(shop, { stock: 1 })
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      expect((await shopper.checkout({ expected_items })).status).toBe(400)
      await unchanged(shopper, piece.id, 1)
    })

    test.each(['', '266.4', '£266.43', -1, 266.43])('a total that is none: %j', async (expected_total) => {
      const piece = await newPiece(shop, { stock: 1 })
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      expect((await shopper.checkout({ expected_total })).status).toBe(400)
      await unchanged(shopper, piece.id, 1)
    })

    test('an empty cart', async () => {
      const shopper = await readyShopper(shop, [])
      const reply = await shopper.checkout({}, { key: 'empty' })
      expect([reply.status, reply.body]).toEqual([400, refusal('Your cart is empty', 'empty_cart')])
      expect(
        await shop.db.select().from(idempotency_keys).where(eq(idempotency_keys.customer_id, shopper.id)),
      ).toEqual([])
    })

    test.each([
      ['an unknown coupon', { coupon_code: 'SAVE99' }, 400, 'Invalid coupon code', 'coupon_invalid'],
      ['an expired coupon', { coupon_code: 'WELCOME5' }, 400, 'Coupon has expired', 'coupon_expired'],
      ['no address', { shipping_address_id: '' }, 400, 'Please select a shipping address', 'invalid_input'],
      ['an unknown address', { shipping_address_id: 'nowhere' }, 404, 'Address not found.', 'not_found'],
      [
        'an unknown way to pay',
        { payment_method: 'cash' },
        400,
        'Please complete your payment details.',
        'invalid_input',
      ],
      ['no payment details', { payment_data: undefined }, 400, expect.any(String), 'invalid_input'],
      [
        'a mistyped card',
        { payment_data: card('4242424242424241') },
        400,
        'Please check the card number',
        'invalid_input',
      ],
      [
        'a card that is no test card',
        { payment_data: card('4539578763621486') },
        400,
        'Only test cards work in this shop, such as 4242 4242 4242 4242.',
        'invalid_input',
      ],
      [
        'a declined card',
        { payment_data: card('4000 0000 0000 0002') },
        402,
        'Payment failed. Please try again.',
        'payment_declined',
      ],
      [
        'a card without funds',
        { payment_data: card('4000 0000 0000 9995') },
        402,
        'Payment failed. Please try again.',
        'payment_declined',
      ],
      [
        'a declined PayPal',
        { payment_method: 'paypal', payment_data: { email: 'declined@example.com', password: 'x' } },
        402,
        'Payment failed. Please try again.',
        'payment_declined',
      ],
    ])('%s', async (_name, change, status, message, code) => {
      const piece = await newPiece(shop, { stock: 4 })
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const reply = await shopper.checkout(change)
      expect([reply.status, reply.body]).toEqual([
        status,
        { ...refusal(message, code), errors: expect.any(Object) },
      ])
      await unchanged(shopper, piece.id, 4)
      expect(await shop.db.select().from(mails).where(eq(mails.to_address, shopper.email))).toEqual([])
    })

    test('a piece that sold out meanwhile', async () => {
      const piece = await newPiece(shop, { stock: 2 })
      const shopper = await readyShopper(shop, [{ product_id: piece.id, quantity: 2 }])
      await shop.db.update(products).set({ stock_quantity: 1 }).where(eq(products.id, piece.id))
      const reply = await shopper.checkout()
      expect([reply.status, reply.body]).toEqual([409, refusal('Product is out of stock', 'out_of_stock')])
      await unchanged(shopper, piece.id, 1)
    })

    test('a size that sold out meanwhile, though there are others of the piece: no payment is begun for it', async () => {
      const piece = await newPiece(shop, { sizes: [1, 5] })
      const [small = 0] = piece.variants
      const shopper = await readyShopper(shop, [{ product_id: piece.id, variant_id: small }])
      await shop.db.update(variants).set({ stock_quantity: 0 }).where(eq(variants.id, small))
      const reply = await shopper.checkout()
      expect([reply.status, reply.body]).toEqual([409, refusal('Product is out of stock', 'out_of_stock')])
      await unchanged(shopper, piece.id, 6)
      const mine = eq(payment_attempts.customer_id, shopper.id)
      expect(await shop.db.select().from(payment_attempts).where(mine)).toEqual([])
    })

    test("somebody else's address, exactly like one that does not exist", async () => {
      const piece = await newPiece(shop)
      const owner = await readyShopper(shop, [])
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const missing = '00000000-0000-4000-8000-000000000000'
      for (const field of ['shipping_address_id', 'billing_address_id']) {
        const denied = await shopper.checkout({ [field]: owner.address_id })
        expect([denied.status, denied.body]).toEqual([
          404,
          (await shopper.checkout({ [field]: missing })).body,
        ])
        expect(denied.body).toMatchObject({ errors: { [field]: ['Address not found.'] } })
      }
      await unchanged(shopper, piece.id, 10)
    })

    test('pieces that have come to more than one order can, whatever a coupon takes off', async () => {
      const piece = await newPiece(shop, { price: 100_000_000, stock: 30 })
      const shopper = await readyShopper(shop, [{ product_id: piece.id, quantity: 20 }])
      await shop.db.update(products).set({ price: 107_400_000 }).where(eq(products.id, piece.id))
      for (const change of [{}, { coupon_code: 'SAVE20' }]) {
        const refused = await shopper.checkout(change)
        expect([refused.status, messageOf(refused)]).toEqual([
          400,
          'Pieces of at most £20,000,000.00 can be ordered at once. Please order the rest separately.',
        ])
      }
      expect([await cartSize(shopper), await stockOf(shop, piece.id)]).toEqual([1, 30])

      await shop.db.update(products).set({ price: 100_000_000 }).where(eq(products.id, piece.id))
      const reply = await shopper.checkout({ shipping_method: 'overnight' })
      expect(reply.status).toBe(201)
      expect(data<Order>(reply)).toMatchObject({ subtotal: '20000000.00', total: '21400024.99' })
    })

    test('no sign-in', async () => {
      for (const path of [paths.orders, paths.checkout]) {
        expect((await shop.call('POST', path, { body: {} })).status).toBe(401)
      }
    })
  })

  test.each([
    ['paypal', { email: 'ada@example.com', password: 'x' }, 'PayPal'],
    ['bank_transfer', { account_number: '12345678', routing_number: '123456' }, 'Bank transfer'],
    ['card', card('3782 822463 10005', '1234'), 'American Express ending 0005'],
  ])('%s pays too', async (payment_method, payment_data, label) => {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const reply = await shopper.checkout({ payment_method, payment_data })
    expect([reply.status, data<Order>(reply).payment_method]).toEqual([201, label])
  })

  test('half a character in a name costs nobody a payment that comes to nothing', async () => {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const phone = '020 7946 0123'
    const contact = { first_name: 'Ada \ud83d', last_name: '\udc8dQuince', email: shopper.email, phone }
    const placed = await shopper.checkout({ contact })
    const [attempt, ...others] = await shop.db
      .select()
      .from(payment_attempts)
      .where(eq(payment_attempts.customer_id, shopper.id))
    expect([placed.status, attempt?.status, others]).toEqual([201, 'captured', []])
    const [order] = await ordersOf(shopper.id)
    expect(order?.contact).toEqual({ ...contact, first_name: 'Ada', last_name: 'Quince' })
  })

  test('the contact given at checkout is kept with the order and told of it, by no word that was typed', async () => {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const email = `gift-${shopper.id}@example.com`
    const contact = { first_name: 'Typed', last_name: 'Sloe', email, phone: '02079460199' }
    expect((await shopper.checkout({ contact })).status).toBe(201)
    expect((await ordersOf(shopper.id))[0]?.contact).toEqual(contact)
    const told = await shop.db.select().from(mails).where(eq(mails.to_address, email))
    expect(told).toHaveLength(1)
    // Nobody has proved that this address is theirs: anybody's could be made to read anything.
    expect(JSON.stringify(told)).not.toMatch(/Typed|Sloe|02079460199/)
  })

  test('an order without a contact has its account’s name, email and phone number', async () => {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const account = { first_name: 'Augusta', last_name: 'Sloe', contact_no: '02079460177' }
    await shop.db.update(customers).set(account).where(eq(customers.id, shopper.id))
    expect((await shopper.checkout()).status).toBe(201)
    const { contact_no: phone, ...names } = account
    expect((await ordersOf(shopper.id))[0]?.contact).toEqual({ ...names, email: shopper.email, phone })
  })

  test('money and ownership in the body are not believed', async () => {
    const piece = await newPiece(shop, { price: 10_000 })
    const lies = {
      price: '0.01',
      total: 1,
      subtotal: '0.00',
      discount: 99_999,
      tax: 0,
      shipping_cost: '0.00',
      shipping: 0,
      user_id: 'x',
      customer_id: 'x',
      status: 'delivered',
      order_number: 'DMS-AAAAAAAA',
      items: [],
      is_admin: true,
      payment_label: 'Visa',
      coupon_percent: 100,
    }
    const amounts = ({ subtotal, discount, shipping_cost, tax, total, status }: Order) => ({
      subtotal,
      discount,
      shipping_cost,
      tax,
      total,
      status,
    })
    const honest = await readyShopper(shop, [{ product_id: piece.id }])
    const liar = await readyShopper(shop, [{ product_id: piece.id }])
    const expected = amounts(data<Order>(await honest.checkout()))
    expect(expected).toMatchObject({ total: '107.00', status: 'pending' })
    expect(amounts(data<Order>(await liar.checkout(lies)))).toEqual(expected)
    expect((await ordersOf(liar.id)).map((order) => order.customer_id)).toEqual([liar.id])
  })

  describe('under a key', () => {
    test('a retry gives the first order again, byte for byte', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const send = (path: string) =>
        shop.app.inject({
          method: 'POST',
          url: `/api/v1/${path}`,
          headers: { authorization: `Bearer ${shopper.token}`, 'idempotency-key': 'retry' },
          payload: shopper.order(),
        })
      const first = await send(paths.checkout)
      await shopper.add(piece.id)
      const again = await send(paths.orders)
      expect([again.statusCode, again.body]).toEqual([201, first.body])
      expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
        undefined,
        'true',
      ])
      expect(await ordersOf(shopper.id)).toHaveLength(1)
      expect(await cartSize(shopper)).toBe(1)
    })

    test('a decline is given again too, and the gateway is asked once', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const send = () => shopper.checkout({ payment_data: card('4000000000000002') }, { key: 'declined' })
      const [first, again] = [await send(), await send()]
      expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([
        402,
        first.body,
        'true',
      ])
      const attempts = await shop.db
        .select()
        .from(payment_attempts)
        .where(eq(payment_attempts.customer_id, shopper.id))
      expect(attempts.map((attempt) => attempt.status)).toEqual(['declined'])
      expect((await shopper.checkout({}, { key: 'another card' })).status).toBe(201)
    })

    test('what was refused before anything was paid may be tried again under the same key', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [])
      expect((await shopper.checkout({}, { key: 'again' })).status).toBe(400)
      await shopper.add(piece.id)
      expect((await shopper.checkout({}, { key: 'again' })).status).toBe(201)
    })

    test('another body is 422; the same key of somebody else is their own, and so is one of the cart; 256 characters are too many', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      expect((await shopper.checkout({}, { key: 'mine' })).status).toBe(201)
      for (const change of [
        { shipping_method: 'express' },
        { coupon_code: 'SAVE10' },
        { payment_data: card('5555555555554444') },
        { payment_method: 'paypal', payment_data: { email: 'a@example.com', password: 'x' } },
      ]) {
        const reply = await shopper.checkout(change, { key: 'mine' })
        expect([reply.status, reply.body]).toEqual([422, expect.objectContaining({ status: 'error' })])
      }
      const other = await readyShopper(shop, [{ product_id: piece.id }])
      const theirs = await other.checkout({}, { key: 'mine' })
      expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([201, undefined])
      expect((await other.checkout({}, { key: 'mine' })).body).toEqual(theirs.body)
      const key = 'k'.repeat(255)
      await other.call('POST', paths.cartItems, { key, body: { product_id: piece.id } })
      expect((await other.checkout({}, { key: `${key}k` })).status).toBe(400)
      expect((await other.checkout({}, { key })).status).toBe(201)
    })

    test('an order is told from another by nothing secret: with another code it is the same, and no more is kept', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const first = await shopper.checkout({}, { key: 'code' })
      const again = await shopper.checkout({ payment_data: card(undefined, '739') }, { key: 'code' })
      expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
        201,
        'true',
        first.body,
      ])
      const [kept] = await shop.db
        .select({ fingerprint: idempotency_keys.fingerprint })
        .from(idempotency_keys)
        .where(eq(idempotency_keys.customer_id, shopper.id))
      const known = nonSecret(v.parse(NewOrder, shopper.order()))
      expect(kept?.fingerprint).toBe(fingerprinter(testSecret)(...known))
    })

    test('for all of 24 hours it stands for its order, whatever is cleared away meanwhile', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const first = await shopper.checkout({}, { key: 'a day' })
      await shop.db
        .update(idempotency_keys)
        .set({ created_at: new Date(now.getTime() - 24 * 3_600_000 + 1) })
        .where(eq(idempotency_keys.customer_id, shopper.id))
      await sweepIdempotency(shop.db, now)
      await shopper.add(piece.id)
      const again = await shopper.checkout({}, { key: 'a day' })
      expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
        201,
        'true',
        first.body,
      ])
      expect(await ordersOf(shopper.id)).toHaveLength(1)
    })

    test('also once its card has expired: the answer may have been lost just before midnight', async () => {
      const midnight = new Date(now).setUTCHours(0, 0, 0, 0) - (now.getUTCDate() - 1) * 24 * 3_600_000
      const [before, after] = [midnight - 1_000, midnight + 1_000].map((time) => new Date(time))
      const expiry = before?.toISOString().replace(/^..(..)-(..).*/, '$2/$1')
      const lastMonths = { payment_data: { ...card(), expiry } }
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      now = before ?? now
      const first = await shopper.checkout(lastMonths, { key: 'midnight' })
      expect(first.status).toBe(201)
      now = after ?? now
      const again = await shopper.checkout(lastMonths, { key: 'midnight' })
      expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([
        201,
        'true',
        first.body,
      ])

      await shopper.add(piece.id)
      const other = await shopper.checkout(lastMonths, { key: 'after midnight' })
      expect([other.status, other.body]).toMatchObject([
        400,
        { code: 'invalid_input', errors: { 'payment_data.expiry': [checkoutTexts.cardExpired] } },
      ])
      now = new Date()
    })

    test('after 24 hours it counts as new', async () => {
      const piece = await newPiece(shop)
      const shopper = await readyShopper(shop, [{ product_id: piece.id }])
      const first = await shopper.checkout({}, { key: 'old' })
      await shop.db
        .update(idempotency_keys)
        .set({ created_at: new Date(now.getTime() - 24 * 3_600_000 - 1) })
        .where(eq(idempotency_keys.customer_id, shopper.id))
      await shopper.add(piece.id)
      const second = await shopper.checkout({}, { key: 'old' })
      expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, undefined])
      expect(data<Order>(second).order_number).not.toBe(data<Order>(first).order_number)
    })
  })

  test('the order keeps the piece as it was bought', async () => {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const { order_number } = data<Order>(await shopper.checkout())
    await shop.db.update(products).set({ name: 'Renamed', price: 1 }).where(eq(products.id, piece.id))
    const kept = data<Order>(await shopper.call('GET', paths.order(order_number)))
    expect(kept.items[0]).toMatchObject({ price: '249.00', product: { name: 'Damson Ring' } })
    await shop.db.delete(products).where(eq(products.id, piece.id))
    const still = data<Order>(await shopper.call('GET', paths.order(order_number)))
    expect(still.items[0]).toMatchObject({ product_id: null, product: { name: 'Damson Ring' } })
  })

  test('an order shows a piece by its main picture, wherever that stands among its pictures', async () => {
    const piece = await newPiece(shop)
    await addMainPicture(shop, piece.id)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const { items } = data<Order>(await shopper.checkout())
    expect(items[0]?.product.images.map(({ image }) => image)).toEqual([
      '/pictures/main.avif',
      '/pictures/ring.avif',
    ])
  })

  test('an address is named by its id in small letters or capitals, like an order', async () => {
    const piece = await newPiece(shop)
    const shopper = await readyShopper(shop, [{ product_id: piece.id }])
    const id = shopper.address_id.toUpperCase()
    expect((await shopper.checkout({ shipping_address_id: id, billing_address_id: id })).status).toBe(201)
  })

  test('a shopper without an address cannot order, and is told so', async () => {
    const shopper = await newShopper(shop)
    const reply = await shopper.call('POST', paths.checkout, {
      body: { payment_method: 'card', payment_data: card() },
    })
    expect([reply.status, messageOf(reply)]).toEqual([400, 'Please select a shipping address'])
  })
})
