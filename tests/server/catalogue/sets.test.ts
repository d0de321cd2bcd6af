import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { priceBuckets } from '#contract/listing.ts'
import { paths } from '#contract/paths.ts'
import { pageOf, refreshSearchNames, searchFor } from '#server/catalogue/search.ts'
import {
  categories,
  collections,
  gemstones,
  product_collections,
  product_gemstones,
  products,
} from '#server/db/schema/catalogue.ts'
import { newPiece } from '#tests/server/orders/pieces.ts'
import { type Shop, engines, openShop } from '#tests/support/shop.ts'

/** The condition of a search that reads every text, which the stored words stand for. */
function readingEverything(words: readonly string[], known: readonly boolean[]) {
  const query = (word: string) =>
    sql`(to_tsquery('english', ${`${word}:*`}) || to_tsquery('simple', ${`${word}:*`}))`
  const matches = words.map((word, index) =>
    known[index] === true || word.length < 4
      ? sql`search_vector @@ ${query(word)}`
      : sql`word_similarity(${word}, search_names) >= 0.45::real`,
  )
  const relevance = words.map(
    (word) =>
      sql`(2 * ts_rank(search_vector, ${query(word)}) + word_similarity(${word}, search_names) + word_similarity(${word}, lower(name)))`,
  )
  return sql`
    select id from products where ${sql.join(matches, sql` and `)}
    order by ${sql.join(relevance, sql` + `)} desc, is_featured desc, is_bestseller desc, is_new desc, created_at desc, id desc`
}

describe.each(engines())('the sets of the catalogue on %s', (engine) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ engine })
  })
  afterAll(() => shop.close())

  const found = async (query: string): Promise<number[]> => {
    const answer = await shop.call('GET', `${paths.search}?query=${encodeURIComponent(query)}&page_size=48`)
    return (answer.body as { results: { data: { id: number }[] } }).results.data.map(({ id }) => id)
  }

  /** The difference between the stored sets and those that the pieces yield, either way. */
  async function strays(): Promise<unknown[]> {
    const { rows } = await shop.db.execute(sql`
      with own as (
        select t.kind, t.name, p.id from products p, piece_words_of(p.search_vector, p.search_names, p.name) t
        union all select t.kind, t.name, p.id from products p,
          piece_facts_of(p.price, p.is_new, p.is_bestseller, p.is_featured) t
        union all select 'weight', floor(weight)::text, id from products
        union select 'category', category_id::text, product_id from product_categories
        union select 'collection', collection_id::text, product_id from product_collections
        union select 'material', material_id::text, product_id from product_materials
        union select 'gemstone', gemstone_id::text, product_id from product_gemstones),
      kept as (select kind, name, piece_ids(segment, bits) as id from piece_sets)
      (select 'kept' as where, k.* from (select * from kept except select * from own) k)
      union all (select 'missing', m.* from (select * from own except select * from kept) m)
      union all select 'empty', kind, name, segment from piece_sets where bit_count(bits) = 0
      union all select 'no phrase', kind, name, segment from piece_sets
        where kind in ('@', '=') and name not in (select phrase from search_phrases)
      union all select 'unfinished', '', '', id from piece_changes`)
    return rows
  }

  // Two to a page of 48, so that the order counts and not only which are found.
  it.each([
    'gold',
    'ring',
    'sapphire ring',
    'diamond earrings',
    'saphire',
    'braclet',
    'pearl pendent',
    'braclet saphire',
    'sterling silver',
    'autumn rings',
    'sapph',
    'go',
    'r',
    'the',
    'pavé',
    'whitegold',
    'platnum ring',
    '18ct rose gold',
    'clock',
  ])('finds for %j what reading every text finds, in the same order', async (query) => {
    const words = query.split(' ')
    const known: boolean[] = []
    for (const word of words) {
      const { rows } = await shop.db.execute(
        sql`select 1 from products where search_vector @@ (to_tsquery('english', ${`${word}:*`}) || to_tsquery('simple', ${`${word}:*`})) limit 1`,
      )
      known.push(rows.length > 0)
    }
    const { rows } = await shop.db.execute<{ id: number }>(readingEverything(words, known))
    expect(await found(query)).toEqual(rows.slice(0, 48).map(({ id }) => id))
  })

  it.each(['gold', 'ring', 'gold ring', 'round gold stone'])(
    'put many pieces with %j in order by where the words stand, and each on one page',
    async (query) => {
      const words = query.split(' ')
      const search = await searchFor(shop.db, query)
      if (search === null) throw new Error('There are words')
      const level = (word: string) => sql`(
        select max(case when 'A' = any(weights) then 2 when 'B' = any(weights) then 1 else 0 end)
        from unnest(search_vector) where starts_with(lexeme, ${word}))`
      const levels = sql.join(words.map(level), sql` + `)
      const { rows } = await shop.db.execute<{ id: number }>(sql`
        select id from products where ${levels} is not null
        order by ${levels} desc, is_featured desc, is_bestseller desc, is_new desc, created_at desc, id desc`)
      const ids: number[] = []
      for (let start = 0; start < rows.length + 3; start += 3) {
        const page = await pageOf(shop.db, search, 'best_match', { start, size: 3 }, 0)
        expect(page.count).toBe(rows.length)
        ids.push(...page.ids)
      }
      expect(ids).toEqual(rows.map(({ id }) => id))
    },
  )

  it('have each pendant and chain on one page for a misspelt ‘necklace’, as for the word itself', async () => {
    const search = await searchFor(shop.db, 'neclace')
    if (search === null) throw new Error('There is a word')
    const ids: number[] = []
    for (let start = 0; start < 18; start += 3)
      ids.push(...(await pageOf(shop.db, search, 'best_match', { start, size: 3 }, 0)).ids)
    const inOrder = (some: readonly number[]) => some.toSorted((one, other) => one - other)
    expect(inOrder(ids)).toEqual(inOrder(await found('necklace')))
  })

  it('are those of the pieces as they are loaded', async () => {
    expect(await strays()).toEqual([])
  })

  it('follow a piece that is new, renamed, described otherwise and gone', async () => {
    const piece = await newPiece(shop)
    const own = eq(products.id, piece.id)
    await shop.db.update(products).set({ name: 'Quixotic Tiara' }).where(own)
    await refreshSearchNames(shop.db)
    expect(await strays()).toEqual([])
    expect(await found('quixotic')).toEqual([piece.id])
    expect(await found('quixottic')).toEqual([piece.id])

    await shop.db.update(products).set({ name: 'Plain Tiara', description: 'Zirconium.' }).where(own)
    await refreshSearchNames(shop.db)
    expect(await strays()).toEqual([])
    expect(await found('quixotic')).toEqual([])
    expect(await found('zirconium')).toEqual([piece.id])

    await shop.db.delete(products).where(own)
    expect(await strays()).toEqual([])
    expect(await found('zirconium')).toEqual([])
  })

  it('have the words of a name with a slash, a fraction or a full stop in it, and no others once it has gone', async () => {
    const piece = await newPiece(shop)
    const own = eq(products.id, piece.id)
    const description = 'For St.Quillon/St.Zephyrine.'
    await shop.db.update(products).set({ name: '½ Vermeil/Zirconium', description }).where(own)
    await refreshSearchNames(shop.db)
    expect(await strays()).toEqual([])
    for (const query of ['vermeil', 'zirconium', '1/2 vermeil', '½ zirconium', 'quillon', 'zephyrine'])
      expect(await found(query), query).toEqual([piece.id])
    await shop.db.delete(products).where(own)
    await refreshSearchNames(shop.db)
    expect(await strays()).toEqual([])
  })

  it('have both ends of a range, whatever stands between them', async () => {
    const piece = await newPiece(shop)
    const own = eq(products.id, piece.id)
    await shop.db.update(products).set({ name: 'Tiara 6.25-7.75mm', description: 'For 53-57 cm.' }).where(own)
    await refreshSearchNames(shop.db)
    const [ends, ranges] = [
      ['6.25 mm', '7.75mm', '53 cm', '57 cm'],
      ['6.25-7.75mm', '6.25 to 7.75 mm', '53–57 cm'],
    ]
    for (const query of [...ends, ...ranges])
      expect([query, await found(`tiara ${query}`)]).toEqual([query, [piece.id]])
    await shop.db.delete(products).where(own)
  })

  it('have a piece’s names in one order, wherever the database keeps them', async () => {
    const { id } = await newPiece(shop)
    const own = eq(products.id, id)
    const names = async () => {
      await refreshSearchNames(shop.db)
      const [piece] = await shop.db.select({ names: products.search_names }).from(products).where(own)
      return piece?.names
    }
    const rows = [5, 2, 4].map((collection_id) => ({ product_id: id, collection_id }))
    await shop.db.insert(product_collections).values(rows)
    const before = await names()
    // The row is now behind all others.
    await shop.db
      .update(collections)
      .set({ slug: sql`slug` })
      .where(eq(collections.id, 2))
    expect(await names()).toBe(before)
    await shop.db.delete(products).where(own)
  })

  it('follow the name of a category', async () => {
    await shop.db.update(categories).set({ name: 'Finery' }).where(eq(categories.slug, 'rings'))
    await refreshSearchNames(shop.db)
    expect(await strays()).toEqual([])
    expect(await found('finery')).toHaveLength(8)
    await shop.db.update(categories).set({ name: 'Rings' }).where(eq(categories.slug, 'rings'))
    await refreshSearchNames(shop.db)
    expect(await found('finery')).toEqual([])
  })

  it('follow the price and the flags of a piece, and what it is filed under', async () => {
    const piece = await newPiece(shop)
    const own = eq(products.id, piece.id)
    for (const price of [0, 29_999, 30_000, 89_999, 90_000, 5_000_000]) {
      await shop.db
        .update(products)
        .set({ price, weight: price / 30_000, is_new: price > 30_000, is_featured: true })
        .where(own)
      expect(await strays()).toEqual([])
    }
    const [ruby] = await shop.db.insert(gemstones).values({ name: 'Painite', slug: 'painite' }).returning()
    if (ruby === undefined) throw new Error('No stone was written')
    const stone = { product_id: piece.id, gemstone_id: ruby.id, is_main: false }
    const [first] = await shop.db.insert(product_gemstones).values([stone, stone]).returning()
    if (first === undefined) throw new Error('No stone was set')
    expect(await strays()).toEqual([])
    await shop.db.delete(product_gemstones).where(eq(product_gemstones.id, first.id))
    expect(await strays()).toEqual([])
    await shop.db
      .update(product_gemstones)
      .set({ gemstone_id: 1 })
      .where(eq(product_gemstones.product_id, piece.id))
    expect(await strays()).toEqual([])
    await shop.db.delete(gemstones).where(eq(gemstones.id, ruby.id))
    await shop.db.delete(products).where(own)
    expect(await strays()).toEqual([])
  })

  it.each([
    'min_weight=2.5',
    'max_weight=3',
    'max_weight=3.7',
    'min_weight=2.3&max_weight=2.9',
    'min_weight=2&max_weight=4',
    'min_weight=1.9&max_weight=7.2',
    'min_weight=5&max_weight=4.2',
    'min_weight=4.2&max_weight=4.2',
  ])('have for %s the pieces that weigh so much', async (range) => {
    const { min_weight = '0', max_weight = 'infinity' } = Object.fromEntries(new URLSearchParams(range))
    const { rows } = await shop.db.execute<{ id: number }>(sql`
      select id from products where weight >= ${min_weight}::float8 and weight <= ${max_weight}::float8 order by price, id`)
    const { body } = await shop.call('GET', `${paths.products}?${range}&sort_by=price_low_high&page_size=48`)
    const { count, results } = body as { count: number; results: { data: { id: number }[] } }
    expect(count).toBe(rows.length)
    expect(results.data.map(({ id }) => id)).toEqual(rows.slice(0, 48).map(({ id }) => id))
  })

  it('have the contract’s price ranges', async () => {
    const prices = priceBuckets.flatMap(({ from, below }) => [from * 100, (below ?? 9_999) * 100 - 1])
    const { rows } = await shop.db.execute<{ name: string }>(sql`
      select t.name from unnest(${sql.param(prices)}::int[]) with ordinality given(price, nth),
        piece_facts_of(price, false, false, false) t where t.kind = 'price' order by nth`)
    expect(rows.map(({ name }) => name)).toEqual(
      priceBuckets.flatMap(({ from }) => [String(from), String(from)]),
    )
  })

  it('are not written where only stock changes, or a price within its range', async () => {
    const versions = async () =>
      (await shop.db.execute(sql`select max(xmin::text::bigint) as last from piece_sets`)).rows
    const before = await versions()
    await shop.db.update(products).set({ stock_quantity: 3, price: sql`price / 30000 * 30000` })
    expect(await versions()).toEqual(before)
  })
})
