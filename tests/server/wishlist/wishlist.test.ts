import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { largestWishlist } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { WishlistAnswer, WishlistEntryAnswer } from '#contract/wishlist.ts'
import { transaction } from '#server/db/db.ts'
import { wishlist_entries } from '#server/db/schema/cart.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { addWish } from '#server/wishlist/store.ts'
import { untilLockWaits } from '#tests/support/lockWaits.ts'
import { type Shop, engines, ofEngine, openShop } from '#tests/support/shop.ts'
import { messageOf, newPiece, newPieces, newShopper, several, statuses } from '../orders/pieces.ts'
import type { Shopper } from '../orders/pieces.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const wishesOf = async (shopper: Shopper) =>
  v.parse(WishlistAnswer, (await shopper.call('GET', paths.wishlist)).body).data
const idsOf = async (shopper: Shopper) => (await wishesOf(shopper)).map((entry) => entry.product_id)
const add = (shopper: Shopper, product_id: unknown, key?: string) =>
  shopper.call('POST', paths.wishlist, { body: { product_id }, ...(key !== undefined && { key }) })
const remove = (shopper: Shopper, product_id: unknown, key?: string) =>
  shopper.call('DELETE', paths.wishlist, { body: { product_id }, ...(key !== undefined && { key }) })

test('a wishlist is empty at first, and nobody’s but its owner’s', async () => {
  expect((await shop.call('GET', paths.wishlist)).status).toBe(401)
  expect((await shop.call('POST', paths.wishlist, { body: { product_id: 1 } })).status).toBe(401)
  expect((await shop.call('DELETE', paths.wishlist, { body: { product_id: 1 } })).status).toBe(401)
  const [one, other] = [await newShopper(shop), await newShopper(shop)]
  const reply = await one.call('GET', paths.wishlist)
  expect([reply.status, reply.headers['cache-control'], reply.body]).toEqual([200, 'no-store', { data: [] }])
  const piece = await newPiece(shop)
  await add(one, piece.id)
  expect(await idsOf(other)).toEqual([])
  expect((await remove(other, piece.id)).status).toBe(200)
  expect(await idsOf(one)).toEqual([piece.id])
})

test('a piece is added once, however often it is asked for', async () => {
  const shopper = await newShopper(shop)
  const piece = await newPiece(shop, { price: 1_050 })
  const first = await add(shopper, piece.id)
  expect(first.status).toBe(201)
  const { data } = v.parse(WishlistEntryAnswer, first.body)
  expect(data).toMatchObject({
    product_id: piece.id,
    product: { id: piece.id, name: 'Damson Ring', price: '10.50' },
  })
  const again = await shopper.call('POST', paths.wishlist.replace(/\/$/, ''), {
    body: { product_id: piece.id },
  })
  expect([again.status, again.body]).toEqual([200, first.body])
  const raced = await newPiece(shop)
  expect(statuses(await several(6, () => add(shopper, raced.id)))).toEqual([200, 200, 200, 200, 200, 201])
  expect(await idsOf(shopper)).toEqual([raced.id, piece.id])
})

test('removing what is not there is no error, and what does not exist cannot be wished for', async () => {
  const shopper = await newShopper(shop)
  const piece = await newPiece(shop)
  await add(shopper, piece.id)
  expect((await remove(shopper, piece.id)).status).toBe(200)
  const absent = await remove(shopper, piece.id)
  expect([absent.status, messageOf(absent)]).toEqual([200, 'Removed from wishlist'])
  for (const act of [add, remove]) {
    const unknown = await act(shopper, 2_000_000_000)
    expect([unknown.status, messageOf(unknown)]).toEqual([404, 'Product not found.'])
  }
  expect(await idsOf(shopper)).toEqual([])
})

test('what is no id is refused', async () => {
  const shopper = await newShopper(shop)
  for (const product_id of [0, -1, 1.5, 1e12, '1', null, [], {}, true, undefined]) {
    expect((await add(shopper, product_id)).status, String(product_id)).toBe(400)
    expect((await remove(shopper, product_id)).status, String(product_id)).toBe(400)
  }
})

test('a repeated key gives the first answer again and changes nothing', async () => {
  const shopper = await newShopper(shop)
  const piece = await newPiece(shop)
  const first = await add(shopper, piece.id, 'add-1')
  await remove(shopper, piece.id, 'remove-1')
  const replayed = await add(shopper, piece.id, 'add-1')
  expect([replayed.status, replayed.headers['idempotent-replayed'], replayed.body]).toEqual([
    201,
    'true',
    first.body,
  ])
  expect(await idsOf(shopper)).toEqual([])
  await add(shopper, piece.id, 'add-2')
  expect((await remove(shopper, piece.id, 'remove-1')).headers['idempotent-replayed']).toBe('true')
  expect(await idsOf(shopper)).toEqual([piece.id])
  const other = await newPiece(shop)
  expect((await add(shopper, other.id, 'add-2')).status).toBe(422)
  const raced = await several(5, () => add(shopper, other.id, 'add-3'))
  expect(statuses(raced)).toEqual([201, 201, 201, 201, 201])
  expect(await idsOf(shopper)).toEqual([other.id, piece.id])
})

test('a piece that the shop no longer has leaves the wishlist', async () => {
  const shopper = await newShopper(shop)
  const piece = await newPiece(shop)
  await add(shopper, piece.id)
  await shop.db.delete(products).where(eq(products.id, piece.id))
  expect(await wishesOf(shopper)).toEqual([])
})

describe.each(engines())('a wishlist on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  test('holds two hundred pieces: of twenty more at once one finds the last room', async () => {
    expect(largestWishlist).toBe(200)
    const shopper = await newShopper(shop)
    const pieces = await newPieces(shop, largestWishlist + 19)
    const wished = pieces.slice(0, largestWishlist - 1)
    await shop.db
      .insert(wishlist_entries)
      .values(wished.map((product_id) => ({ customer_id: shopper.id, product_id })))
    const wanted = pieces.slice(largestWishlist - 1)
    const replies = await several(20, (nth) => add(shopper, wanted[nth]))
    expect(statuses(replies)).toEqual([201, ...Array<number>(19).fill(400)])
    for (const reply of replies.filter(({ status }) => status === 400))
      expect(reply.body).toMatchObject({
        code: 'invalid_input',
        message: 'Your wishlist is full. Please remove a piece before adding another.',
      })
    expect(await idsOf(shopper)).toHaveLength(largestWishlist)

    // What is on it already takes no place, and what is removed frees one.
    expect((await add(shopper, wished[0])).status).toBe(200)
    const [refused] = wanted.filter((_, nth) => replies[nth]?.status === 400)
    expect((await add(shopper, refused)).status).toBe(400)
    await remove(shopper, wished[0])
    expect((await add(shopper, refused)).status).toBe(201)
  })

  // The embedded database has one server, and one connection.
  test.each(ofEngine('postgres', engine))('so it does where two servers add one each, on %s', async () => {
    const shopper = await newShopper(shop)
    const pieces = await newPieces(shop, largestWishlist + 1)
    const [last = 0, tooMany, ...wished] = pieces
    await shop.db
      .insert(wishlist_entries)
      .values(wished.map((product_id) => ({ customer_id: shopper.id, product_id })))
    const { late } = await transaction(shop.db, async (other) => {
      await addWish(other, shopper.id, last)
      const late = add(shopper, tooMany)
      await Promise.race([late, untilLockWaits(shop.db)])
      return { late }
    })
    expect((await late).status).toBe(400)
    expect(await idsOf(shopper)).toHaveLength(largestWishlist)
  })
})
