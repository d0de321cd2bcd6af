import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import type { Review } from '#contract/reviews.ts'
import { data, newPiece, readyShopper } from '#tests/server/orders/pieces.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'
import { desk } from './desk.ts'

describe.each(engines())('reviews at the desk on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  async function reviewed(product_id: number, rating: number, title: string) {
    const buyer = await readyShopper(shop, [{ product_id }])
    await buyer.checkout()
    const body = { rating, title, text: `Of ${title},\nsaid at length.` }
    const { id } = data<Review>(await buyer.call('POST', paths.reviews(product_id), { body }))
    return { ...buyer, number: id.slice(0, 8) }
  }
  const pieceOf = async (id: number) => data<Product>(await shop.call('GET', paths.product(id)))

  test('one that is abusive goes from the list and from the mean, once, and its author may write another', async () => {
    const { id } = await newPiece(shop)
    await reviewed(id, 5, 'Lovely')
    const rude = await reviewed(id, 1, 'Abuse')
    expect(await pieceOf(id)).toMatchObject({ rating: 3, review_count: 2 })
    expect((await desk(shop, 'todo')).text).toMatch(/\d+ reviews of the last 7 days to look at/)

    expect((await desk(shop, 'reviews', 'show', rude.number)).text).toMatch(
      new RegExp(`From +Ada Quince <${rude.email}>\n(?:.*\n)+Title +Abuse\n\nOf Abuse,\nsaid at length\\.$`),
    )
    expect(await desk(shop, 'reviews', 'remove', rude.number)).toEqual({
      code: 0,
      text: 'The review of Damson Ring by Ada Quince is gone.',
    })
    expect(await pieceOf(id)).toMatchObject({ rating: 5, review_count: 1 })
    const left = (await shop.call('GET', paths.reviews(id))).body as { data: Review[] }
    expect(left).toMatchObject({ count: 1, rating: 5, data: [{ title: 'Lovely' }] })
    expect(await desk(shop, 'reviews', 'remove', rude.number)).toEqual({
      code: 1,
      text: `There is no review ${rude.number}.`,
    })
    expect(await pieceOf(id)).toMatchObject({ rating: 5, review_count: 1 })

    const body = { rating: 2, title: 'Calmer', text: 'Not for me.' }
    expect((await rude.call('POST', paths.reviews(id), { body })).status).toBe(201)
    expect(await pieceOf(id)).toMatchObject({ rating: 3.5, review_count: 2 })
  })

  test('a week after it was written a review is no longer to be looked at', async () => {
    const { id } = await newPiece(shop)
    await reviewed(id, 5, 'New')
    const { number } = await reviewed(id, 4, 'Older')
    const toLookAt = async () =>
      Number(/(\d+) reviews? of the last 7 days to look at/.exec((await desk(shop, 'todo')).text)?.[1])
    const age = (days: number) =>
      shop.pool.query(
        `update reviews set created_at = now() - make_interval(days => $1) where id::text like $2 || '%'`,
        [days, number],
      )
    const before = await toLookAt()
    await age(6)
    expect(await toLookAt()).toBe(before)
    await age(8)
    expect(await toLookAt()).toBe(before - 1)
  })

  test('the list begins with the newest, fifty on a page, of all pieces or of one', async () => {
    const [one, other] = [await newPiece(shop), await newPiece(shop)]
    const { sku } = await pieceOf(one.id)
    await reviewed(one.id, 4, 'Earlier')
    await reviewed(other.id, 4, 'Of the other')
    await reviewed(one.id, 2, 'Later')
    const titles = async (...words: string[]) =>
      (await desk(shop, 'reviews', 'list', ...words)).text.match(/Earlier|Later|Of the other|none/g)
    expect((await titles())?.slice(0, 3)).toEqual(['Later', 'Of the other', 'Earlier'])
    expect(await titles('--piece', sku.toUpperCase())).toEqual(['Later', 'Earlier'])
    expect(await titles('--page', '2')).toEqual(['none'])
    expect(await desk(shop, 'reviews', 'list', '--piece', 'DMS-R-0O1')).toEqual({
      code: 1,
      text: 'There is no piece with the SKU DMS-R-0O1.',
    })
    const { sku: unreviewed } = await pieceOf((await newPiece(shop)).id)
    expect(await titles('--piece', unreviewed)).toEqual(['none'])
    await shop.pool.query(
      `with authors as (
        insert into customers (email, first_name, last_name, contact_no)
        select n || '@many.example', 'Ada', 'Quince', '' from generate_series(1, 60) n returning id)
      insert into reviews (product_id, customer_id, rating, title, text, created_at)
        select $1, id, 3, 'One of many', 'Old.', now() - interval '1 day' from authors`,
      [one.id],
    )
    const page = async (number: string) =>
      (await desk(shop, 'reviews', 'list', '--piece', sku, '--page', number)).text
    expect(await page('1')).toMatch(/\n… and 12 older ones: --page 2$/)
    expect((await page('2')).match(/One of many/g)).toHaveLength(12)
  })

  test.each([
    [['list', '--page', '0']],
    [['list', 'more']],
    [['remove']],
    [['remove', 'Abuse']],
    [['show', '1234']],
  ])('reviews %j is wrong use', async (words) => {
    expect((await desk(shop, 'reviews', ...words)).code).toBe(2)
  })
})
