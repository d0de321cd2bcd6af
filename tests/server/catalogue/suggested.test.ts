import { eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, ProductPage, ProductsAnswer } from '#contract/catalogue.ts'
import { PopularCategoriesAnswer } from '#contract/content.ts'
import { paths } from '#contract/paths.ts'
import { announceChange } from '#server/changes.ts'
import { product_images } from '#server/db/schema/catalogue.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'

const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
const share = (one: readonly string[], other: readonly string[]) => one.some((name) => other.includes(name))

/** 2 with its category and a stone of its, 1 with either. */
const kinship = (one: Product, other: Product): number =>
  Number(share(names(one.categories), names(other.categories))) +
  Number(share(names(one.gemstones), names(other.gemstones)))

describe.each(engines())('what the shop suggests on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const list = async (query: string) =>
    v.parse(ProductPage, (await shop.call('GET', `${paths.products}?page_size=48&${query}`)).body).results
      .data
  const relatedTo = async ({ id }: Pick<Product, 'id'>, limit: number, without = id) => {
    const query = `limit=${limit}&exclude=${without}&related_to=${id}`
    return v.parse(ProductsAnswer, (await shop.call('GET', `${paths.randomProducts}?${query}`)).body).data
  }
  const piece = async (slug: string) => {
    const found = (await list('page=1')).concat(await list('page=2')).find((one) => one.slug === slug)
    if (found === undefined) throw new Error(`There is no ${slug}`)
    return found
  }

  it('are first pieces of its category with a stone of its, then those of either, each once and never itself', async () => {
    const own = await piece('oval-sapphire-halo-ring')
    const related = await relatedTo(own, 48)
    const kin = related.map((one) => kinship(own, one))
    expect(new Set(related.map(({ id }) => id)).size).toBe(48)
    expect(related.map(({ id }) => id)).not.toContain(own.id)
    expect(kin).toEqual(kin.toSorted((a, b) => b - a))
    expect(new Set(kin)).toEqual(new Set([2, 1, 0]))
  })

  it('are any pieces for an id that no piece has, however large', async () => {
    expect(await relatedTo({ id: 2_147_483_647 }, 8)).toHaveLength(8)
  })

  it('are neither the piece that they are for nor one that is to be left out', async () => {
    const own = await piece('oval-sapphire-halo-ring')
    const ids = async (without: number, limit: number) =>
      (await relatedTo(own, limit, without)).map(({ id }) => id)
    const [first = 0, ...others] = await ids(own.id, 9)
    expect(await ids(first, 8)).toEqual(others)
  })

  it('are the same at each visit of a piece, and others for another', async () => {
    const [one, other] = [
      await piece('oval-sapphire-halo-ring'),
      await piece('emerald-cut-emerald-trilogy-ring'),
    ]
    const ids = async (of: Product) => (await relatedTo(of, 8)).map(({ id }) => id)
    expect(await ids(one)).toEqual(await ids(one))
    expect((await relatedTo(one, 4)).map(({ id }) => id)).toEqual((await ids(one)).slice(0, 4))
    expect(await ids(other)).not.toEqual(await ids(one))
  })

  it('is, for a category, the picture of its most prominent piece that has one, and the number of its pieces', async () => {
    const tiles = async () =>
      v.parse(PopularCategoriesAnswer, (await shop.call('GET', paths.popularCategories)).body).data
    const before = await tiles()
    expect(before.map(({ slug }) => slug)).toContain('gifting')
    for (const { title, image, count } of before) {
      const pieces = await list(`category=${title}`)
      expect(count).toBe(pieces.length)
      expect(image).toBe(pieces.find((one) => one.image !== null)?.image)
    }
    const [first, second] = await list('category=Rings')
    await shop.db.delete(product_images).where(eq(product_images.product_id, first?.id ?? 0))
    await announceChange(shop.db)
    expect((await tiles()).find(({ title }) => title === 'Rings')?.image).toBe(second?.image)
  })

  it('are some of the nearest in a shop with thousands of pieces, which are not all put in order', async () => {
    const own = await piece('oval-sapphire-halo-ring')
    await shop.db.execute(sql`
      insert into products (sku, slug, name, description, short_description, meta_title, meta_description, price,
        stock_quantity, low_stock_threshold, weight, weight_unit, created_at, search_names)
      select 'MANY-' || n, 'many-' || n, 'One of many', '', '', '', '', 10000, 1, 1, 1, 'g', now(), 'one of many'
      from generate_series(1, 3000) n`)
    await shop.db.execute(sql`
      insert into product_categories (product_id, category_id)
      select id, (select min(id) from categories where name = 'Rings') from products where name = 'One of many'`)
    const related = await relatedTo(own, 48)
    const kin = related.map((one) => kinship(own, one))
    expect(new Set(related.map(({ id }) => id)).size).toBe(48)
    expect(kin).toEqual(kin.toSorted((a, b) => b - a))
    // From a few blocks of 128 ids, which are not those of the first pieces: all would be from some 24.
    const ids = related.filter(({ name }) => name === 'One of many').map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(30)
    expect(new Set(ids.map((id) => id >> 7)).size).toBeLessThan(7)
    expect(Math.max(...ids) - Math.min(...ids)).toBeGreaterThan(3 * 128)
  })
})
