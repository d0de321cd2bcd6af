import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import type { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { type Review, ReviewAnswer, ReviewsAnswer } from '#contract/reviews.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { customers } from '#server/db/schema/customers.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'
import { data, messageOf, newPiece, newShopper, readyShopper, several, statuses } from '../orders/pieces.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const words = { rating: 4, title: 'Lovely', text: 'It shines.' }
type Caller = { call: Shop['call'] }

/** A customer who has bought the piece. */
async function newBuyer(product_id: number) {
  const buyer = await readyShopper(shop, [{ product_id }])
  const placed = await buyer.checkout()
  if (placed.status !== 201) throw new Error(JSON.stringify(placed.body))
  return { ...buyer, order_number: (placed.body as { order_number: string }).order_number }
}
const write = (who: Caller, product_id: number, body: object = words) =>
  who.call('POST', paths.reviews(product_id), { body })
const read = async (who: Caller, product_id: number | string) =>
  v.parse(ReviewsAnswer, (await who.call('GET', paths.reviews(product_id))).body)
const ratingOf = async (product_id: number) => {
  const { rating, review_count } = data<Product>(await shop.call('GET', paths.product(product_id)))
  return [rating, review_count]
}

test('a piece that nobody has reviewed has no rating and no reviews', async () => {
  const piece = await newPiece(shop)
  const reply = await shop.call('GET', paths.reviews(piece.id))
  expect([reply.status, reply.body]).toEqual([200, { data: [], count: 0, rating: null }])
  expect(String(reply.headers['cache-control'])).toMatch(/^public, max-age=0/)
  expect(await ratingOf(piece.id)).toEqual([null, 0])
  expect((await shop.call('GET', paths.reviews(2_000_000_000))).status).toBe(404)
  expect((await shop.call('GET', paths.reviews('no-such-piece'))).status).toBe(404)
})

test.each([
  [13, 3, 4.3],
  [14, 3, 4.7],
  [17, 4, 4.3],
  [87, 20, 4.4],
  [4_949, 1_000, 4.9],
  [4_950, 1_000, 5],
])(
  '%i stars in %i reviews are a rating of %d: the mean to the nearest tenth, a half going up',
  async (rating_sum, review_count, rating) => {
    const { id } = await newPiece(shop)
    await shop.db.update(products).set({ rating_sum, review_count }).where(eq(products.id, id))
    expect(await ratingOf(id)).toEqual([rating, review_count])
  },
)

test('who has bought a piece reviews it, and everybody reads it under first name and initial', async () => {
  const piece = await newPiece(shop)
  const buyer = await newBuyer(piece.id)
  const reply = await write(buyer, piece.id)
  expect(reply.status).toBe(201)
  const { data: review } = v.parse(ReviewAnswer, reply.body)
  expect(review).toMatchObject({ ...words, author: 'Ada Q.', mine: true })
  expect(await read(shop, piece.id)).toEqual({ data: [{ ...review, mine: false }], count: 1, rating: 4 })
  expect(await read(buyer, piece.id)).toEqual({ data: [review], count: 1, rating: 4, may_review: false })
  expect((await read(await newShopper(shop), piece.id)).data[0]?.mine).toBe(false)
  expect(await ratingOf(piece.id)).toEqual([4, 1])
  const { slug } = data<Product>(await shop.call('GET', paths.product(piece.id)))
  expect((await read(shop, slug)).count).toBe(1)
})

test.each([
  ['Ada', '', 'Ada'],
  ['Ada Quince', '', 'Ada Q.'],
  [' Ada\u00a0Plum  quince ', ' ', 'Ada Q.'],
  ['Ada Plum', 'Quince', 'Ada Plum Q.'],
  ['Ada Plum Quince', 'Quince', 'Ada Q.'],
  ['ADA QUINCE', 'Quince', 'ADA Q.'],
  ['Quince Ada', 'quince', 'Ada Q.'],
  ['Ada Plum-Quince', 'Quince', 'Ada Q.'],
  ['Quince', 'Quince', 'Quince Q.'],
  ['Ada Quince', '.', 'Ada Q.'],
  ['Ada Quince', '\u2013', 'Ada Q.'],
  ['Ada Quince', 'Q.', 'Ada Q.'],
  ['Quincy Quince', 'q', 'Quincy Q.'],
  ['Quince Ada', 'Q.', 'Ada Q.'],
  ['Ada Quince', 'Quince,', 'Ada Q.'],
  ['Quince, Ada', 'Quince', 'Ada Q.'],
  ['Ada, Quince', '-', 'Ada Q.'],
  ['Ada', '.', 'Ada'],
  ['Ada', 'Q', 'Ada Q.'],
  ['Ada Plum', 'Q', 'Ada Plum Q.'],
  ['Niamh', 'O’Hara-Byrne', 'Niamh O.'],
  ['Zoë', '’t Hooft', 'Zoë T.'],
  ['', 'Quince', 'Q.'],
  ['', '', 'A customer'],
  [' ', ' ', 'A customer'],
  ['ada.quince@example.com', '', 'A customer'],
  ['ada quince @example.com', '', 'A customer'],
  ['ada.quince@example.com', 'Quince', 'Q.'],
  ['Ada', 'quince@example.com', 'Ada'],
])(
  'a review by %j %j appears with a first name and initial alone: %j',
  async (first_name, last_name, author) => {
    const piece = await newPiece(shop)
    const buyer = await newBuyer(piece.id)
    await shop.db.update(customers).set({ first_name, last_name }).where(eq(customers.id, buyer.id))
    expect(data<Review>(await write(buyer, piece.id)).author).toBe(author)
    expect((await read(shop, piece.id)).data[0]?.author).toBe(author)
  },
)

test('the answer to who is signed in is kept nowhere, and a token that does not count is refused', async () => {
  const piece = await newPiece(shop)
  const shopper = await newShopper(shop)
  const reply = await shopper.call('GET', paths.reviews(piece.id))
  expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store'])
  expect((await shop.call('GET', paths.reviews(piece.id), { token: 'nonsense' })).status).toBe(401)
})

test('who is signed in is told whether they may write a review, and a guest is not', async () => {
  const piece = await newPiece(shop)
  const mayReview = async (who: Caller) => (await read(who, piece.id)).may_review
  expect(await mayReview(shop)).toBeUndefined()
  expect(await mayReview(await newShopper(shop))).toBe(false)
  expect(await mayReview(await newBuyer((await newPiece(shop)).id))).toBe(false)

  const buyer = await newBuyer(piece.id)
  expect(await mayReview(buyer)).toBe(true)
  const { id } = data<{ id: string }>(await write(buyer, piece.id))
  expect(await mayReview(buyer)).toBe(false)
  await buyer.call('DELETE', paths.review(piece.id, id))
  expect(await mayReview(buyer)).toBe(true)
  await buyer.call('PUT', paths.cancelOrder(buyer.order_number))
  expect(await mayReview(buyer)).toBe(false)
})

describe('a review is refused', () => {
  test('of a guest, of who has not bought it, and of who has cancelled', async () => {
    const piece = await newPiece(shop)
    expect((await write(shop, piece.id)).status).toBe(401)
    const shopper = await newShopper(shop)
    const refused = await write(shopper, piece.id)
    expect([refused.status, messageOf(refused)]).toEqual([
      403,
      'Only customers who have bought this piece can review it.',
    ])
    const buyer = await newBuyer(piece.id)
    await buyer.call('PUT', paths.cancelOrder(buyer.order_number))
    expect((await write(buyer, piece.id)).status).toBe(403)
    expect((await write(await newBuyer((await newPiece(shop)).id), piece.id)).status).toBe(403)
    expect((await write(shopper, 2_000_000_000)).status).toBe(404)
    expect(await ratingOf(piece.id)).toEqual([null, 0])
  })

  test('when it is the second, also of several at once', async () => {
    const piece = await newPiece(shop)
    const buyer = await newBuyer(piece.id)
    const replies = await several(4, () => write(buyer, piece.id))
    expect(statuses(replies)).toEqual([201, 409, 409, 409])
    const again = await write(buyer, piece.id)
    expect([again.status, messageOf(again)]).toEqual([409, 'You have already reviewed this piece.'])
    expect(await ratingOf(piece.id)).toEqual([4, 1])
  })

  test('when it says nothing, too much or what is no rating', async () => {
    const piece = await newPiece(shop)
    const buyer = await newBuyer(piece.id)
    const wrong: object[] = [
      ...[0, 6, -1, 2.5, '5', null, undefined, [], 1e9].map((rating) => ({ ...words, rating })),
      { ...words, title: ' ' },
      { ...words, text: '' },
      { ...words, title: 'x'.repeat(101) },
      { ...words, text: 'x'.repeat(2001) },
      { rating: 5 },
    ]
    for (const body of wrong) {
      const reply = await write(buyer, piece.id, body)
      expect(reply.status, JSON.stringify(body)).toBe(400)
      expect(Object.keys((reply.body as { errors: object }).errors)).not.toEqual([])
    }
    expect((await read(shop, piece.id)).count).toBe(0)
  })
})

test('only the author removes a review, and may write another', async () => {
  const piece = await newPiece(shop)
  const [author, other] = [await newBuyer(piece.id), await newBuyer(piece.id)]
  const { id } = data<{ id: string }>(await write(author, piece.id, { ...words, rating: 2 }))
  await write(other, piece.id, { ...words, rating: 5 })
  expect(await ratingOf(piece.id)).toEqual([3.5, 2])

  const foreign = await newPiece(shop)
  for (const [who, product, review] of [
    [other, piece.id, id],
    [author, foreign.id, id],
    [author, piece.id, 'nonsense'],
  ] as const) {
    expect((await who.call('DELETE', paths.review(product, review))).status).toBe(404)
  }
  expect((await shop.call('DELETE', paths.review(piece.id, id))).status).toBe(401)
  const headers = { 'content-type': 'application/json' }
  const removed = await author.call('DELETE', paths.review(piece.id, id), { headers })
  expect([removed.status, removed.body]).toEqual([204, ''])
  expect((await author.call('DELETE', paths.review(piece.id, id))).status).toBe(404)
  expect(await ratingOf(piece.id)).toEqual([5, 1])
  expect((await write(author, piece.id)).status).toBe(201)
  expect(await ratingOf(piece.id)).toEqual([4.5, 2])
})

test('the newest come first, after one’s own', async () => {
  const piece = await newPiece(shop)
  const [early, late] = [await newBuyer(piece.id), await newBuyer(piece.id)]
  await write(early, piece.id, { ...words, title: 'early' })
  await write(late, piece.id, { ...words, title: 'late' })
  const titles = async (who: Caller) => (await read(who, piece.id)).data.map((review) => review.title)
  expect(await titles(shop)).toEqual(['late', 'early'])
  expect(await titles(early)).toEqual(['early', 'late'])
})

test('an author without a last name is shown by the first', async () => {
  const piece = await newPiece(shop)
  const buyer = await newBuyer(piece.id)
  await shop.db.update(customers).set({ first_name: 'Zoë ', last_name: '' }).where(eq(customers.id, buyer.id))
  await write(buyer, piece.id)
  expect((await read(shop, piece.id)).data[0]?.author).toBe('Zoë')
})
