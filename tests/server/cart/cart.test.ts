import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { Cart } from '#contract/cart.ts'
import type { CartItem } from '#contract/cart.ts'
import { paths } from '#contract/paths.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { available } from '#contract/stock.ts'
import { eq, inArray } from 'drizzle-orm'
import { addItem } from '#server/cart/store.ts'
import { type Db, transaction } from '#server/db/db.ts'
import { products, variants } from '#server/db/schema/catalogue.ts'
import { idempotency_keys } from '#server/db/schema/jobs.ts'
import { sweepIdempotency } from '#server/calls/idempotency.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lockWaits } from '#tests/support/lockWaits.ts'
import { engines, ofEngine, type Shop, openShop } from '#tests/support/shop.ts'
import {
  addMainPicture,
  data,
  messageOf,
  newPiece,
  newShopper,
  readyShopper,
  several,
  statuses,
} from '../orders/pieces.ts'
import type { Shopper } from '../orders/pieces.ts'

describe.each(engines())('the cart on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const cartOf = async (shopper: Shopper) => v.parse(Cart, data(await shopper.call('GET', paths.cart)))

  test('everybody always has one cart', async () => {
    const shopper = await newShopper(shop)
    const first = await cartOf(shopper)
    expect(first).toMatchObject({ items: [], total: '0.00' })
    expect(await cartOf(shopper)).toEqual(first)
    const [reply] = await several(5, () => shopper.call('GET', paths.cart))
    expect(reply?.headers['cache-control']).toBe('no-store')
  })

  test('no more goes in than one order can come to, and whose prices have risen since may put fewer', async () => {
    const shopper = await newShopper(shop)
    const [dear, other] = [await newPiece(shop, { price: 100_000_000, stock: 999 }), await newPiece(shop)]
    const line = data<CartItem>(await shopper.add(dear.id, 12))
    const put = (quantity: number) => shopper.call('PUT', paths.cartItem(line.id), { body: { quantity } })
    expect(data<CartItem>(await shopper.add(dear.id, 4)).total).toBe('16000000.00')
    expect(data<CartItem>(await put(20)).total).toBe('20000000.00')

    const tooMuch =
      'Pieces of at most £20,000,000.00 can be ordered at once. Please order the rest separately.'
    for (const refused of [await shopper.add(dear.id, 1), await shopper.add(other.id), await put(21)])
      expect([refused.status, messageOf(refused)]).toEqual([400, tooMuch])
    expect((await cartOf(shopper)).total).toBe('20000000.00')

    await shop.db.update(products).set({ price: 400_000_000 }).where(eq(products.id, dear.id))
    expect((await cartOf(shopper)).total).toBe('80000000.00')
    expect((await put(19)).status).toBe(200)
    expect((await put(5)).status).toBe(200)
    expect([(await put(6)).status, (await put(4)).status]).toEqual([400, 200])
    expect((await shopper.add(other.id)).status).toBe(201)
  })

  test('a size comes to its own price in that, and one that was withdrawn to nothing', async () => {
    const shopper = await newShopper(shop)
    const [sized, other] = [await newPiece(shop, { sizes: [999] }), await newPiece(shop)]
    const [size = 0] = sized.variants
    const price = 200_000_000
    await shop.db.update(variants).set({ price }).where(eq(variants.id, size))
    expect((await shopper.add(sized.id, 10, size)).status).toBe(201)
    expect((await shopper.add(other.id)).status).toBe(400)
    await shop.db.update(products).set({ price }).where(eq(products.id, sized.id))
    await shop.db.delete(variants).where(eq(variants.id, size))
    expect((await shopper.add(other.id)).status).toBe(201)
  })

  test('a piece put in twice is one line with the sum of both', async () => {
    const shopper = await newShopper(shop)
    const piece = await newPiece(shop, { price: 1_050 })
    await shop.db.update(products).set({ compare_at_price: 1_500 }).where(eq(products.id, piece.id))
    const first = await shopper.add(piece.id)
    expect(first.status).toBe(201)
    const again = await shopper.call('POST', `${paths.cartItems}`.replace(/\/$/, ''), {
      body: { product_id: piece.id, quantity: 2 },
    })
    expect(again.status).toBe(201)
    expect(data<CartItem>(again)).toMatchObject({ id: data<CartItem>(first).id, quantity: 3, total: '31.50' })
    const cart = await cartOf(shopper)
    expect(cart.total).toBe('31.50')
    expect(cart.items).toMatchObject([
      {
        product_id: piece.id,
        variant: null,
        variant_id: null,
        quantity: 3,
        product: {
          name: 'Damson Ring',
          price: '10.50',
          compare_at_price: '15.00',
          stock_quantity: 10,
          image: '/pictures/ring.avif',
        },
      },
    ])
  })

  test('a piece is shown by its main picture, wherever that stands among its pictures', async () => {
    const shopper = await newShopper(shop)
    const piece = await newPiece(shop)
    await addMainPicture(shop, piece.id)
    const image = '/pictures/main.avif'
    expect(data<CartItem>(await shopper.add(piece.id)).product.image).toBe(image)
    expect((await cartOf(shopper)).items).toMatchObject([{ product: { image } }])
  })

  test('two variants of a piece are two lines, each at its own price', async () => {
    const shopper = await newShopper(shop)
    const piece = await newPiece(shop, { price: 10_000, sizes: [2, 2] })
    for (const variant of piece.variants) await shopper.add(piece.id, 1, variant)
    const cart = await cartOf(shopper)
    expect(
      cart.items.map(({ variant_id, product, total }) => [variant_id, product.variant_label, total]),
    ).toEqual([
      [piece.variants[0], 'Ring size', '100.00'],
      [piece.variants[1], 'Ring size', '110.00'],
    ])
    expect(cart.total).toBe('210.00')
  })

  describe('what cannot be put in is refused with the reason', () => {
    test('a piece with variants, without or with a foreign one', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop, { sizes: [2] })
      const other = await newPiece(shop, { sizes: [2] })
      const unchosen = await shopper.add(piece.id, 1, null)
      expect([unchosen.status, messageOf(unchosen)]).toEqual([400, 'Please choose an option first'])
      const plain = await newPiece(shop)
      // Whose page still shows an option that the jeweller has withdrawn has chosen one.
      for (const [id, variant] of [
        [piece.id, other.variants[0] ?? 0],
        [piece.id, 2_000_000_000],
        [plain.id, piece.variants[0] ?? 0],
      ] as const) {
        const refused = await shopper.add(id, 1, variant)
        expect([refused.status, messageOf(refused)]).toEqual([400, 'This option is no longer available'])
      }
      expect((await cartOf(shopper)).items).toEqual([])
    })

    test('more than there are, and what is sold out', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop, { stock: 3 })
      expect(messageOf(await shopper.add(piece.id, 4))).toBe('Only 3 are left in stock')
      expect((await shopper.add(piece.id, 2)).status).toBe(201)
      const above = await shopper.add(piece.id, 2)
      expect([above.status, messageOf(above)]).toEqual([400, 'Only 3 are left in stock'])
      const soldOut = await newPiece(shop, { stock: 0 })
      const refused = await shopper.add(soldOut.id)
      expect([refused.status, messageOf(refused)]).toEqual([400, 'Product is out of stock'])
      expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([2])
    })

    test('an unknown piece', async () => {
      const shopper = await newShopper(shop)
      const refused = await shopper.add(2_000_000_000)
      expect([refused.status, messageOf(refused)]).toEqual([404, 'Product not found.'])
    })

    test('more than 999 of a line', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop, { stock: 5_000 })
      expect((await shopper.add(piece.id, 999)).status).toBe(201)
      const refused = await shopper.add(piece.id, 1)
      expect([refused.status, messageOf(refused)]).toEqual([400, 'Quantity must be at most 999'])
    })

    test('a hundred and first line', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop, { sizes: Array<number>(101).fill(5) })
      for (const variant of piece.variants.slice(0, 100)) {
        expect((await shopper.add(piece.id, 1, variant)).status).toBe(201)
      }
      const refused = await shopper.add(piece.id, 1, piece.variants[100])
      expect([refused.status, messageOf(refused)]).toEqual([
        400,
        'Your cart is full. Please remove a piece before adding another.',
      ])
      expect((await shopper.add(piece.id, 1, piece.variants[0])).status).toBe(201)
      // In the order in which they were added, whatever is added to them later.
      const { items } = data<Cart>(await shopper.call('GET', paths.cart))
      expect(items.map(({ variant_id }) => variant_id)).toEqual(piece.variants.slice(0, 100))
    })
  })

  const nonsense = [0, -1, 1.5, 1e9, Number.MAX_SAFE_INTEGER + 1, '2', null, [], {}, true, 'NaN']

  test('a quantity is a whole number from 1 to 999, or nothing changes', async () => {
    const shopper = await newShopper(shop)
    const piece = await newPiece(shop, { stock: 5 })
    const { id } = data<CartItem>(await shopper.add(piece.id, 2))
    for (const quantity of [...nonsense, 6]) {
      const path = paths.cartItem(id)
      expect((await shopper.call('PUT', path, { body: { quantity } })).status, String(quantity)).toBe(400)
      const body = { product_id: piece.id, quantity }
      expect((await shopper.call('POST', paths.cartItems, { body })).status, String(quantity)).toBe(400)
    }
    for (const product_id of nonsense) {
      const body = { product_id, quantity: 1 }
      const status = (await shopper.call('POST', paths.cartItems, { body })).status
      expect([400, 404], String(product_id)).toContain(status)
    }
    expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([2])
  })

  test('a line is set to a quantity, taken out, and all are taken out', async () => {
    const shopper = await newShopper(shop)
    const [one, two] = [await newPiece(shop), await newPiece(shop)]
    const { id } = data<CartItem>(await shopper.add(one.id))
    await shopper.add(two.id)
    const set = await shopper.call('PUT', paths.cartItem(id), { body: { quantity: 7 } })
    expect([set.status, data<CartItem>(set).quantity]).toEqual([200, 7])
    // Many clients announce JSON even without a body.
    const headers = { 'content-type': 'application/json' }
    expect((await shopper.call('DELETE', paths.cartItem(id), { headers })).status).toBe(200)
    expect((await cartOf(shopper)).items.map((item) => item.product_id)).toEqual([two.id])
    const gone = await shopper.call('PUT', paths.cartItem(id), { body: { quantity: 1 } })
    expect([gone.status, messageOf(gone)]).toEqual([
      404,
      'This item is no longer available in your cart. Your cart will be refreshed.',
    ])
    expect((await shopper.call('DELETE', paths.clearCart)).status).toBe(200)
    expect((await shopper.call('DELETE', paths.clearCart)).status).toBe(200)
    expect((await cartOf(shopper)).items).toEqual([])
  })

  test('a piece that sold out stays in the cart and says so', async () => {
    const shopper = await newShopper(shop)
    const piece = await newPiece(shop, { stock: 2 })
    await shopper.add(piece.id, 2)
    await shop.db.update(products).set({ stock_quantity: 0 }).where(eq(products.id, piece.id))
    const [item] = (await cartOf(shopper)).items
    expect([item?.quantity, item?.product.stock_quantity]).toEqual([2, 0])
  })

  test('so does a piece that comes in variants since it was put in: none can be had of the line', async () => {
    const shopper = await newShopper(shop)
    const piece = await newPiece(shop, { stock: 5 })
    await shopper.add(piece.id, 2)
    const variant = {
      product_id: piece.id,
      name: 'M',
      sku: `${piece.id}-M`,
      price: 10_000,
      stock_quantity: 5,
    }
    await shop.db.insert(variants).values({ ...variant, position: 0 })
    const [item] = (await cartOf(shopper)).items
    expect([item?.quantity, item?.product.stock_quantity]).toEqual([2, 0])
  })

  test('so does a piece that was withdrawn, in a variant or not, and keeps the cart from being ordered', async () => {
    const [plain, sized] = [await newPiece(shop), await newPiece(shop, { sizes: [2, 2] })]
    const [first = 0, second = 0] = sized.variants
    const shopper = await readyShopper(shop, [
      { product_id: plain.id, quantity: 2 },
      { product_id: sized.id, variant_id: first },
      { product_id: sized.id, variant_id: second },
    ])
    const before = (await cartOf(shopper)).items
    // One of the variants had gone earlier: its line says so already.
    await shop.db.delete(variants).where(eq(variants.id, first))
    await shop.db.delete(products).where(inArray(products.id, [plain.id, sized.id]))
    const soldOut = <T extends object>(of: T | null) => of && { ...of, stock_quantity: 0 }
    expect((await cartOf(shopper)).items).toEqual(
      before.map((item) => ({ ...item, product: soldOut(item.product), variant: soldOut(item.variant) })),
    )
    const refused = await shopper.checkout()
    expect([refused.status, messageOf(refused)]).toEqual([409, checkoutTexts.outOfStock])
    const set = await shopper.call('PUT', paths.cartItem(before[0]?.id ?? ''), { body: { quantity: 1 } })
    expect([set.status, messageOf(set)]).toEqual([400, catalogueTexts.outOfStock])
    expect((await shopper.add(plain.id)).status).toBe(404)
    expect((await shopper.call('DELETE', paths.cartItem(before[0]?.id ?? ''))).status).toBe(200)
    expect((await cartOf(shopper)).items).toHaveLength(2)
  })

  describe.each(
    ofEngine('postgres', engine).flatMap(() => ['a piece', 'a piece in variants', 'a variant'] as const),
  )('in the moment in which it is withdrawn, %s', (what) => {
    async function aboutToGo() {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop, what === 'a piece' ? {} : { sizes: [9, 9] })
      const item = { product_id: piece.id, variant_id: piece.variants[0] ?? null, quantity: 1 }
      const withdraw = async (db: Db) =>
        item.variant_id !== null && what === 'a variant'
          ? void (await db.delete(variants).where(eq(variants.id, item.variant_id)))
          : void (await db.delete(products).where(eq(products.id, piece.id)))
      return { shopper, item, withdraw }
    }

    /** Begins `later` when `first` is done but not committed; that happens once `later` waits for it, or is done. */
    async function overlapping<T>(first: (db: Db) => Promise<unknown>, later: () => Promise<T>): Promise<T> {
      const { underWay } = await transaction(shop.db, async (inside) => {
        await first(inside)
        let isDone = false
        const underWay = later().finally(() => {
          isDone = true
        })
        await eventually(async () => expect(isDone || (await lockWaits(shop.db)) > 0).toBe(true))
        return { underWay }
      })
      return underWay
    }

    test('is refused where that came first', async () => {
      const { shopper, item, withdraw } = await aboutToGo()
      const refused = await overlapping(withdraw, () => shopper.add(item.product_id, 1, item.variant_id))
      expect([refused.status, messageOf(refused)]).toEqual([400, catalogueTexts.outOfStock])
      expect((await cartOf(shopper)).items).toEqual([])
    })

    test('stays in the cart as what cannot be had, where it was put in before', async () => {
      const { shopper, item, withdraw } = await aboutToGo()
      await overlapping(
        (inside) => addItem(inside, shopper.id, item),
        () => withdraw(shop.db),
      )
      const { items } = await cartOf(shopper)
      expect(items).toMatchObject([{ ...item, product: { name: 'Damson Ring' } }])
      expect(items.map(available)).toEqual([0])
    })
  })

  test('twenty additions at once are all counted', async () => {
    const shopper = await newShopper(shop)
    const piece = await newPiece(shop, { stock: 100 })
    expect(new Set(statuses(await several(20, () => shopper.add(piece.id))))).toEqual(new Set([201]))
    expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([20])
  })

  describe('a write under a key is done once', () => {
    test('sent again it gives the first answer, byte for byte, and adds nothing', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop)
      const send = () =>
        shop.app.inject({
          method: 'POST',
          url: `/api/v1/${paths.cartItems}`,
          headers: { authorization: `Bearer ${shopper.token}`, 'idempotency-key': 'once' },
          payload: { product_id: piece.id },
        })
      const first = await send()
      expect(first.headers['idempotent-replayed']).toBeUndefined()
      await shopper.add(piece.id, 2)
      const again = await send()
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect([again.statusCode, again.body]).toEqual([201, first.body])
      expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([3])
    })

    test('for a day, whatever is cleared away meanwhile', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop)
      const send = () =>
        shopper.call('POST', paths.cartItems, { body: { product_id: piece.id }, key: 'a day' })
      const first = await send()
      const almostADayAgo = new Date(Date.now() - 24 * 3_600_000 + 60_000)
      await shop.db
        .update(idempotency_keys)
        .set({ created_at: almostADayAgo })
        .where(eq(idempotency_keys.customer_id, shopper.id))
      await sweepIdempotency(shop.db, new Date())
      const again = await send()
      expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body])
      expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([1])
    })

    test('twenty at once under one key add one piece', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop)
      const body = { product_id: piece.id }
      const replies = await several(20, () => shopper.call('POST', paths.cartItems, { body, key: 'at once' }))
      expect(new Set(statuses(replies))).toEqual(new Set([201]))
      expect(replies.filter((reply) => reply.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
      expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([1])
    })

    test('a refusal is given again too, even when it would now be accepted', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop, { stock: 0 })
      const send = () =>
        shopper.call('POST', paths.cartItems, { body: { product_id: piece.id }, key: 'refused' })
      const first = await send()
      await shop.db.update(products).set({ stock_quantity: 5 }).where(eq(products.id, piece.id))
      const again = await send()
      expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([400, 400, 'true'])
      expect(again.body).toEqual(first.body)
      const body = { product_id: (await newPiece(shop, { sizes: [1] })).id }
      for (const replayed of [undefined, 'true']) {
        const sizeless = await shopper.call('POST', paths.cartItems, { body, key: 'no size' })
        expect(sizeless).toMatchObject({
          status: 400,
          body: { errors: { variant_id: [expect.any(String)] } },
        })
        expect(sizeless.headers['idempotent-replayed']).toBe(replayed)
      }
      expect((await cartOf(shopper)).items).toEqual([])
    })

    test('changing, removing and clearing too', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop)
      const { id } = data<CartItem>(await shopper.add(piece.id))
      const set = () => shopper.call('PUT', paths.cartItem(id), { body: { quantity: 5 }, key: 'set' })
      await set()
      await shopper.call('PUT', paths.cartItem(id), { body: { quantity: 2 } })
      expect((await set()).status).toBe(200)
      expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([2])
      const clear = () => shopper.call('DELETE', paths.clearCart, { key: 'clear' })
      await clear()
      const added = data<CartItem>(await shopper.add(piece.id))
      expect((await clear()).headers['idempotent-replayed']).toBe('true')
      const remove = () => shopper.call('DELETE', paths.cartItem(added.id), { key: 'remove' })
      expect([(await remove()).status, (await remove()).status]).toEqual([200, 200])
    })

    test('a clearing of some lines under the key of another one is 422', async () => {
      const shopper = await newShopper(shop)
      const [one, two] = [await newPiece(shop), await newPiece(shop)]
      for (const { id } of [one, two]) await shopper.add(id)
      const clear = (lines: string) =>
        shopper.call('DELETE', `${paths.clearCart}?lines=${lines}`, { key: 'some' })
      const statuses = [await clear(`${one.id}-`), await clear(`${one.id}-`), await clear(`${two.id}-`)]
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 422])
      expect((await cartOf(shopper)).items.map(({ product_id }) => product_id)).toEqual([two.id])
    })

    test('the same key for anything else is 422, and changes nothing', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop)
      const send = (method: string, path: string, body?: unknown) =>
        shopper.call(method, path, { key: 'mixed', ...(body !== undefined && { body }) })
      await send('POST', paths.cartItems, { product_id: piece.id })
      const other = await send('POST', paths.cartItems, { product_id: piece.id, quantity: 2 })
      expect([other.status, other.body]).toEqual([
        422,
        expect.objectContaining({ code: 'idempotency_mismatch' }),
      ])
      expect((await send('DELETE', paths.clearCart)).status).toBe(422)
      expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([1])
      await shopper.add((await newPiece(shop)).id)
      const sets = (await cartOf(shopper)).items.map(
        ({ id }) =>
          () =>
            shopper.call('PUT', paths.cartItem(id), { body: { quantity: 3 }, key: 'a line' }),
      )
      expect([(await sets[0]?.())?.status, (await sets[1]?.())?.status]).toEqual([200, 422])
      expect((await cartOf(shopper)).items.map((item) => item.quantity)).toEqual([3, 1])
    })

    test('the same key of somebody else is their own', async () => {
      const piece = await newPiece(shop)
      for (const shopper of [await newShopper(shop), await newShopper(shop)]) {
        const added = await shopper.call('POST', paths.cartItems, {
          body: { product_id: piece.id },
          key: 'shared',
        })
        expect([added.status, added.headers['idempotent-replayed']]).toEqual([201, undefined])
      }
    })

    test('a key has 1 to 255 characters', async () => {
      const shopper = await newShopper(shop)
      const piece = await newPiece(shop)
      const send = (key: string) =>
        shopper.call('POST', paths.cartItems, { body: { product_id: piece.id }, key })
      expect((await send('k'.repeat(256))).status).toBe(400)
      expect((await send('')).status).toBe(400)
      expect((await send('k'.repeat(255))).status).toBe(201)
    })
  })

  test('nobody reaches into another cart: every call answers as if the line did not exist', async () => {
    const [owner, other] = [await newShopper(shop), await newShopper(shop)]
    const piece = await newPiece(shop)
    const { id } = data<CartItem>(await owner.add(piece.id))
    const missing = '00000000-0000-4000-8000-000000000000'
    for (const form of [id, id.toUpperCase(), encodeURIComponent(id), `${id}%20`]) {
      for (const method of ['PUT', 'DELETE']) {
        const call = (path: string, token?: string) =>
          shop.call(method, `${paths.cartItems}${path}/`, {
            ...(token !== undefined && { token }),
            ...(method === 'PUT' && { body: { quantity: 2 } }),
          })
        const denied = await call(form, other.token)
        expect(denied.status).toBe(404)
        expect(denied.body).toEqual((await call(missing, other.token)).body)
        expect((await call(form)).status).toBe(401)
        expect((await call(form, 'nonsense')).status).toBe(401)
      }
    }
    expect((await cartOf(owner)).items.map((item) => item.quantity)).toEqual([1])
    expect((await cartOf(other)).items).toEqual([])
    for (const [method, path] of [
      ['GET', paths.cart],
      ['POST', paths.cartItems],
      ['DELETE', paths.clearCart],
    ] as const) {
      expect((await shop.call(method, path)).status).toBe(401)
    }
  })
})
