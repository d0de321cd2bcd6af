import { priceBuckets } from '#contract/listing.ts'
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  FilterListsAnswer,
  FilterValuesAnswer,
  type Product,
  ProductAnswer,
  ProductPage,
} from '#contract/catalogue.ts'
import { toPence } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { suggestionFor } from '#server/catalogue/listing.ts'
import { pageOf, refreshSearchNames, searchFor } from '#server/catalogue/search.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { listOnPhone } from '#src/offline/phone.ts'
import { searchSaved } from '#src/offline/searchSaved.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const page = async (query: string, path: string = paths.products) => {
  const answer = await shop.call('GET', `${path}?${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { count, results } = v.parse(ProductPage, answer.body)
  return { count, products: results.data }
}
/** Every product of a listing, through all its pages. */
async function everything(query: string, path: string = paths.products): Promise<Product[]> {
  const size = path === paths.productsByCategory ? 'limit' : 'page_size'
  const all: Product[] = []
  let promised = 0
  for (let number = 1; number === 1 || (number - 1) * 7 < promised; number += 1) {
    const { count, products } = await page(`${query}&page=${number}&${size}=7`, path)
    all.push(...products)
    promised = count
  }
  expect(all).toHaveLength(promised)
  return all
}
const names = (products: readonly Product[]) => products.map((product) => product.name)

describe('the listing', () => {
  it('shows 8 pieces a page of the demo catalogue’s 56', async () => {
    const { count, products } = await page('')
    expect(count).toBe(56)
    expect(products).toHaveLength(8)
  })

  it.each(['best_match', 'price_low_high', 'price_high_low', 'newest'])(
    'sorted by %s shows every piece exactly once over its pages, and a phone without a network in the same order',
    async (sort) => {
      const all = await everything(`sort_by=${sort}`)
      expect(new Set(all.map((product) => product.id)).size).toBe(56)
      const seen = all.toSorted((a, b) => a.name.localeCompare(b.name)).map((product) => ({ product, at: 0 }))
      const onPhone = listOnPhone(['catalogue', 'products', { sort_by: sort, page: 1, page_size: 56 }], seen)
      expect(onPhone?.data).toMatchObject({ products: all.map(({ id }) => ({ id })) })
    },
  )

  it('sorts by price and by age', async () => {
    const prices = (await everything('sort_by=price_low_high')).map((product) => toPence(product.price))
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
    const dear = (await everything('sort_by=price_high_low')).map((product) => toPence(product.price))
    expect(dear).toEqual([...dear].sort((a, b) => b - a))
    const dates = (await everything('sort_by=newest')).map((product) => product.created_at)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it('puts what is new before what is newer, where neither is featured nor a bestseller', async () => {
    const plain = 'sort_by=best_match&is_featured=false&is_bestseller=false'
    const oldest = (await everything(plain)).at(-1)
    const flag = (is_new: boolean) =>
      shop.db
        .update(products)
        .set({ is_new })
        .where(eq(products.id, oldest?.id ?? 0))
    expect(oldest?.is_new).toBe(false)
    await flag(true)
    const { count: others } = await page('is_new=true&is_featured=false&is_bestseller=false')
    const ids = (await everything(`${plain}&min_weight=0`)).map(({ id }) => id)
    await flag(false)
    expect([ids.length > others, ids.indexOf(oldest?.id ?? 0)]).toEqual([true, others - 1])
  })

  it.each(priceBuckets)(
    'the price bucket $label holds what it says, its lower bound included',
    async (bucket) => {
      const within = await everything(`price=${bucket.value}`)
      expect(within.length).toBeGreaterThan(0)
      for (const product of within) {
        expect(toPence(product.price)).toBeGreaterThanOrEqual(bucket.from * 100)
        expect(toPence(product.price)).toBeLessThan((bucket.below ?? Infinity) * 100)
      }
    },
  )

  it('repeated values of one filter are alternatives, different filters all hold', async () => {
    const either = await everything('price=0-300&price=900-')
    const [low, high] = [await everything('price=0-300'), await everything('price=900-')]
    expect(either).toHaveLength(low.length + high.length)
    const both = await everything('category=Rings&gemstone=Diamond&price=900-')
    expect(both.length).toBeGreaterThan(0)
    for (const product of both) {
      expect(product.categories.map((category) => category.name)).toContain('Rings')
      expect(product.gemstones.map((gemstone) => gemstone.name)).toContain('Diamond')
    }
  })

  it.each(['sterling%20silver', 'Sterling%00%20Silver'])(
    'filter names mind neither capitals nor what cannot be written: %s',
    async (name) => {
      const { count } = await page('material=Sterling%20Silver')
      expect([await page(`material=${name}`), count > 0]).toMatchObject([{ count }, true])
    },
  )

  it('filters by weight, both ends included', async () => {
    const all = await everything('sort_by=newest')
    const weights = all.map(({ weight }) => weight).toSorted((one, other) => one - other)
    const [least = 0, most = 0] = [weights[10], weights[40]]
    const found = await everything(`sort_by=newest&min_weight=${least}&max_weight=${most}`)
    expect(least).toBeLessThan(most)
    expect(names(found)).toEqual(names(all.filter(({ weight }) => weight >= least && weight <= most)))
  })

  it.each(['is_featured', 'is_bestseller', 'is_new'] as const)(
    'filters by %s, true and false',
    async (flag) => {
      const [yes, no] = [await everything(`${flag}=true`), await everything(`${flag}=false`)]
      expect(yes.every((product) => product[flag]) && no.every((product) => !product[flag])).toBe(true)
      expect(yes.length + no.length).toBe(56)
    },
  )

  it.each([
    'sort_by=cheapest',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=one',
    'page=1&page=2',
    'page=99999999999999999999',
    'page_size=0',
    'page_size=49',
    'min_weight=-1',
    'min_weight=heavy',
    'max_weight=1e3',
    'price=100-200',
    'is_new=perhaps',
  ])('refuses %s with 400 and a message', async (query) => {
    const answer = await shop.call('GET', `${paths.products}?${query}`)
    expect(answer).toMatchObject({
      status: 400,
      body: { message: expect.any(String), code: 'invalid_input' },
    })
  })

  it('of single pieces named by their slugs has those that there are', async () => {
    const slugs = ['oval-signet-ring', 'hammered-silver-cuff', 'no-such-ring']
    const { count, products } = await page(slugs.map((slug) => `slug=${slug}`).join('&'))
    expect(count).toBe(2)
    expect(products.map(({ slug }) => slug).sort()).toEqual(['hammered-silver-cuff', 'oval-signet-ring'])
    expect((await page('slug=no-such-ring')).count).toBe(0)
  })

  it('and pages have whatever a piece may be called', async () => {
    const slug = 'ring-'.repeat(24).slice(0, 119) + 's'
    const material = 'Gold '.repeat(40).trim()
    await shop.db.update(products).set({ slug }).where(eq(products.slug, 'heart-charm-anklet'))
    for (const path of [paths.product(slug), paths.reviews(slug), `${paths.products}?material=${material}`])
      expect(await shop.call('GET', path), path).toMatchObject({ status: 200 })
    expect((await page(`slug=oval-signet-ring&slug=${slug}`)).count).toBe(2)
  })

  it('a page past the end is an empty one', async () => {
    expect(await page('page=9999')).toEqual({ count: 56, products: [] })
  })
})

describe('one piece', () => {
  it('is found by its slug and by its id alike', async () => {
    const [first] = (await page('')).products
    if (!first) throw new Error('The listing is empty')
    const bySlug = await shop.call('GET', paths.product(first.slug))
    const byId = await shop.call('GET', paths.product(first.id))
    expect(bySlug.body).toEqual(byId.body)
    expect(v.parse(ProductAnswer, bySlug.body).data).toEqual(first)
  })

  it.each([
    'no-such-piece',
    '0',
    '-1',
    '99999999999999999999',
    '1e3',
    '1.5',
    '%00',
    "a'b",
    '__proto__',
    'x'.repeat(500),
  ])('%s is 404 Product not found.', async (identifier) => {
    for (const path of [paths.product(identifier), paths.reviews(identifier)]) {
      const answer = await shop.call('GET', path)
      expect(answer).toMatchObject({ status: 404, body: { message: 'Product not found.' } })
    }
  })

  it('has a stock that is the sum of its variants’, and the price of the cheapest', async () => {
    const withVariants = (await everything('')).filter((product) => product.variants.length > 0)
    expect(withVariants.length).toBeGreaterThanOrEqual(12)
    for (const product of withVariants) {
      expect(product.stock_quantity).toBe(
        product.variants.reduce((sum, variant) => sum + variant.stock_quantity, 0),
      )
      expect(toPence(product.price)).toBe(
        Math.min(...product.variants.map((variant) => toPence(variant.price))),
      )
    }
  })
})

describe('a category', () => {
  it.each(['earrings', 'rings', 'bracelets', 'anklets', 'chains', 'gifts', 'pendants'])(
    '%s has its 8 pieces',
    async (slug) => {
      const all = await everything(`category=${slug}`, paths.productsByCategory)
      expect(all).toHaveLength(8)
      for (const product of all) expect(product.categories.map((category) => category.slug)).toContain(slug)
    },
  )

  it.each(['', 'category=tiaras', 'category=rings&category=chains'])('refuses %j with 400', async (query) => {
    expect((await shop.call('GET', `${paths.productsByCategory}?${query}`)).status).toBe(400)
  })
})

describe('filter lists', () => {
  const listsFor = async (query: string) =>
    v.parse(FilterListsAnswer, (await shop.call('GET', `${paths.filter}?${query}`)).body).data

  /** Each value's count against the listing with that value in place of its filter's other ones. */
  async function expectTrueCounts(query: string, within = '') {
    const lists = await listsFor(`${query}${within && `&within=${within}`}`)
    const groups: [name: string, values: { value: string; count: number }[]][] = [
      ['collection', lists.collections.map(({ name, count }) => ({ value: name, count }))],
      ['material', lists.materials.map(({ name, count }) => ({ value: name, count }))],
      ['gemstone', lists.gemstones.map(({ name, count }) => ({ value: name, count }))],
      ['price', lists.prices ?? []],
      ...Object.entries(lists.flags ?? {}).map(
        ([name, count]): [string, { value: string; count: number }[]] => [name, [{ value: 'true', count }]],
      ),
    ]
    if (within === '')
      groups.push(['category', lists.categories.map(({ name, count }) => ({ value: name, count }))])
    let values = 0
    for (const [name, group] of groups) {
      for (const { value, count } of group) {
        const asked = new URLSearchParams(query)
        asked.delete(name)
        asked.append(name, value)
        if (within) asked.append('category', within)
        const path = within ? paths.productsByCategory : paths.products
        expect((await page(asked.toString(), path)).count, `${query} ${name} ${value}`).toBe(count)
        values += 1
      }
    }
    return { lists, values }
  }

  it('count what a listing filtered by them shows', async () => {
    const { lists, values } = await expectTrueCounts('')
    expect(values).toBeGreaterThanOrEqual(23)
    expect(lists.categories.map(({ count }) => count)).toEqual([8, 8, 8, 8, 8, 8, 8])
  })

  it('count within a category, and leave out what none of its pieces has', async () => {
    const { lists } = await expectTrueCounts('', 'rings')
    const all = await listsFor('')
    expect(lists.gemstones.length).toBeLessThan(all.gemstones.length)
    expect(lists.gemstones.every(({ count }) => count > 0)).toBe(true)
  })

  it.each([
    ['material=Sterling%20Silver', ''],
    ['material=Sterling%20Silver&material=Platinum&price=0-300', ''],
    ['is_new=true&min_weight=2&max_weight=9', ''],
    ['category=Rings&category=Chains&gemstone=Diamond', ''],
    ['material=Platinum&is_featured=false', 'rings'],
    ['price=300-600&price=900-', 'earrings'],
  ])(
    'after %s (within %j) the other filters’ choices narrow them, their own do not',
    async (query, within) => {
      expect((await expectTrueCounts(query, within)).values).toBeGreaterThan(10)
    },
  )

  it('keep values that other choices leave nothing of, with the number 0', async () => {
    const before = await listsFor('within=rings')
    const after = await listsFor('within=rings&min_weight=9000')
    expect(after.materials.map(({ name }) => name)).toEqual(before.materials.map(({ name }) => name))
    expect(after.materials.every(({ count }) => count === 0)).toBe(true)
  })

  it.each(['within=tiaras', 'within=rings&within=chains', 'price=1-2', 'min_weight=heavy'])(
    'refuse %s with 400',
    async (query) => {
      expect((await shop.call('GET', `${paths.filter}?${query}`)).status).toBe(400)
    },
  )

  it.each([paths.categories, paths.collections, paths.materials, paths.gemstones])(
    '%s is also had alone',
    async (path) => {
      expect(v.parse(FilterValuesAnswer, (await shop.call('GET', path)).body).data.length).toBeGreaterThan(0)
    },
  )
})

describe('search', () => {
  const rename = async (from: string, name: string) => {
    await shop.db.update(products).set({ name }).where(eq(products.name, from))
    await refreshSearchNames(shop.db)
  }
  const found = async (query: string) =>
    names(await everything(`query=${encodeURIComponent(query)}`, paths.search))

  it.each([
    ['a name', 'Oval Sapphire Halo Ring', 'Oval Sapphire Halo Ring'],
    ['a part of a name', 'sapph', 'Oval Sapphire Halo Ring'],
    ['a typo in a stone', 'saphire', 'Oval Sapphire Halo Ring'],
    ['a typo in a category', 'braclet', 'Diamond Tennis Bracelet'],
    ['a gemstone', 'aquamarine', 'Pear Aquamarine Drop Earrings'],
    ['a material', 'sterling silver', 'Hammered Silver Cuff'],
    ['other capitals', 'PEARL', 'Freshwater Pearl Bracelet'],
    ['a category', 'anklets', 'Heart Charm Anklet'],
    ['a collection', 'autumn rings', 'Oval Sapphire Halo Ring'],
    ['a typo in a material', 'platnum', 'Diamond Full Eternity Ring'],
    ['a measure', '2.5 mm bands', 'Classic Court Wedding Rings'],
    ['a measure beside its unit', '2.5mm bands', 'Classic Court Wedding Rings'],
    ['words of several names', 'platinum diamond ring', 'Diamond Full Eternity Ring'],
  ])('finds by %s: %s', async (_kind, query, name) => {
    expect(await found(query)).toContain(name)
  })

  it('puts the piece first whose name was typed, whichever it is', async () => {
    for (const name of names(await everything(''))) expect((await found(name.toLowerCase()))[0]).toBe(name)
  })

  it('puts the piece first whose name has a measure in it', async () => {
    await rename('Oval Signet Ring', 'Signet 0.50 ct')
    await rename('Hammered Silver Cuff', 'Signet 0.55 ct')
    expect((await found('signet 0.50 ct'))[0]).toBe('Signet 0.50 ct')
    expect((await found('signet 0.55ct'))[0]).toBe('Signet 0.55 ct')
  })

  it.each([
    ['1/2 Carat Diamond Ring', '1/2', '1/2 carat'],
    ['½ Carat Diamond Ring', '½ carat', '1/2 carat ring'],
    ['Hammered Cuff/Bangle', 'hammered cuff', 'bangle'],
    ['Rose/White Gold Band', 'rose gold band', 'white band'],
    ['St.Christopher Medal', 'christopher', 'st christopher'],
    ['Love Token No.5', 'token 5', 'no 5'],
    ['Slim Chain 16-18in', 'chain 18in', 'chain 16'],
    ['Studs 6.5x4.5mm', '6.5 studs', '6.5x4.5mm studs'],
    ['Rose&White Band', 'white band', 'rose & white'],
    ['.75 Carat Band', '.75 carat'],
  ])('finds “%s” by its words, whatever stands between them', async (name, ...queries) => {
    await rename('Figaro Anklet', name)
    const firsts = await Promise.all([name, name.toLowerCase()].map(found))
    const all = await Promise.all(queries.map(found))
    const seen = await everything('')
    await rename(name, 'Figaro Anklet')
    for (const [first] of firsts) expect(first).toBe(name)
    for (const [place, some] of all.entries()) expect(some, queries[place]).toContain(name)
    for (const query of [name, ...queries]) expect(names(searchSaved(seen, query)), query).toContain(name)
  })

  it.each([
    ['gold and diamond', 'gold diamond'],
    ['a ring with sapphire', 'ring sapphire'],
    ['bracelet for her', 'bracelet'],
    ['a ring that is for her, with the sapphire in it', 'ring sapphire'],
    ['the safire and the ring', 'safire ring'],
  ])('finds for %j what it finds for %j: the other words say nothing', async (query, told) => {
    expect(await found(query)).toEqual(await found(told))
  })

  const otherWords = [
    ['gold jewellery', 'gold'],
    ['Jewelry with sapphire', 'sapphire'],
    ['18 carat rose gold', '18ct rose gold'],
    ['18-carat', '18ct'],
    ['18 ct chain', '18ct chain'],
    ['18k', '18ct'],
    ['9kt gold jewellery', '9ct gold'],
    ['750 gold', '18ct gold'],
    ['925 chain', 'sterling chain'],
    ['ankle bracelets', 'anklet'],
  ] as const
  it.each(otherWords)('finds for %j, which no piece is called, what it finds for %j', async (query, told) => {
    expect(await found(query)).toEqual(await found(told))
    expect(await found(told)).not.toEqual([])
  })

  it.each(otherWords)(
    'finds for %j what it finds for %j, even where a text has those words',
    async (query, told) => {
      const own = eq(products.name, 'Diamond Stud Earrings')
      const [before] = await shop.db.select().from(products).where(own)
      const description =
        'Jewellery and jewelry of 18 carat, 18 ct, 18k, 9kt or 750 gold, 925 chains, ankle bracelets.'
      await shop.db.update(products).set({ description }).where(own)
      const [all, wanted] = [await found(query), await found(told)]
      const onPhone = names(searchSaved(await everything(''), query))
      await shop.db
        .update(products)
        .set({ description: before?.description ?? '' })
        .where(own)
      expect(all).toEqual(expect.arrayContaining(wanted))
      expect(onPhone.toSorted()).toEqual(all.toSorted())
    },
  )

  it('finds first what is called by those words, and a stone by its weight', async () => {
    await rename('Figaro Anklet', '1 Carat Diamond Band')
    await rename('Satellite Bead Anklet', '18 Carat Gold Band')
    await rename('Pearl Station Anklet', 'Jewellery Box')
    const firsts = [
      ['1 carat diamond', '1 Carat Diamond Band'],
      ['1ct diamond', '1 Carat Diamond Band'],
      ['18 carat gold band', '18 Carat Gold Band'],
      ['18ct gold band', '18 Carat Gold Band'],
      ['18k gold band', '18 Carat Gold Band'],
      ['750 gold band', '18 Carat Gold Band'],
      ['jewellery box', 'Jewellery Box'],
      ['jewellery', 'Jewellery Box'],
    ] as const
    const all = await Promise.all(firsts.map(([query]) => found(query)))
    const seen = await everything('')
    await rename('1 Carat Diamond Band', 'Figaro Anklet')
    await rename('18 Carat Gold Band', 'Satellite Bead Anklet')
    await rename('Jewellery Box', 'Pearl Station Anklet')
    expect(firsts.map(([query], place) => [query, all[place]?.[0]])).toEqual(firsts)
    expect(all.at(-1)).toHaveLength(56)
    expect(firsts.map(([query]) => [query, names(searchSaved(seen, query))[0]])).toEqual(firsts)
  })

  it.each([
    ['0.5 Carat Diamond Band', '0.5ct diamond', '0.5 ct', '0.5 carats', '0.5kt'],
    ['0.5ct Diamond Band', '0.5 carat', '0.5 carats diamond', '0.5 karat', '0.5ct'],
    ['1.25 Carat Band', '1.25ct', '1.25 cts'],
    ['½ Carat Band', '1/2ct', '½ct', '1/2 ct', '1/2 carats'],
    ['1/2ct Band', '½ carat', '1/2 ct', '1/2 karat'],
    ['1 ct Band', '1ct band', '1 carat band'],
    ['16 Karat Band', '16 karats', '16 karat band'],
  ])('finds “%s” by its weight or fineness, however that is written', async (name, ...queries) => {
    await rename('Figaro Anklet', name)
    const all = await Promise.all(queries.map(found))
    const seen = await everything('')
    await rename(name, 'Figaro Anklet')
    for (const [place, some] of all.entries()) expect(some, queries[place]).toContain(name)
    for (const query of queries) expect(names(searchSaved(seen, query)), query).toContain(name)
  })

  it('takes no carats that no piece has for the carats of one and another number of another', async () => {
    const query = '24k gold ring'
    expect(await found('24')).not.toEqual([])
    await rename('Figaro Anklet', '0.5 Carat Band')
    const all = await found(query)
    const suggested = await suggestionFor(shop.db, query)
    const seen = await everything('')
    await rename('0.5 Carat Band', 'Figaro Anklet')
    expect([all, suggested]).toEqual([[], 'gold ring'])
    expect(searchSaved(seen, query)).toEqual([])
  })

  it.each(['18ct', '18 ct', '18 Carat', '18k'])(
    'puts the piece first that is called “%s” as it was typed, and then those that are called so otherwise',
    async (typed) => {
      const called = ['18ct', '18 Carat', '18 ct', '18k'].map((wording) => `Zodiac Band in ${wording}`)
      const pieces = ['Figaro Anklet', 'Satellite Bead Anklet', 'Pearl Station Anklet', 'Heart Charm Anklet']
      const query = `zodiac ${typed}`
      for (const [place, name] of pieces.entries()) await rename(name, called[place] ?? '')
      const all = await found(query)
      const seen = await everything('')
      // Of more pieces than are ranked by their texts.
      const meaning = await searchFor(shop.db, query)
      if (meaning === null) throw new Error(`${query} means nothing`)
      const { ids } = await pageOf(shop.db, meaning, 'best_match', { start: 0, size: 4 }, 0)
      const onPhone = names(searchSaved(seen, query))
      for (const [place, name] of pieces.entries()) await rename(called[place] ?? '', name)
      const first = `Zodiac Band in ${typed}`
      expect(all[0]).toBe(first)
      expect(onPhone[0]).toBe(first)
      expect(seen.find(({ id }) => id === ids[0])?.name).toBe(first)
      for (const name of called.slice(0, 2)) {
        expect(all).toContain(name)
        expect(onPhone).toContain(name)
      }
    },
  )

  it('finds earrings for ‘ear rings’, and not only what has ears and rings in its texts', async () => {
    expect(await found('pearl ear-rings')).toEqual(await found('pearl earrings'))
    expect(await found('Ear ring')).toEqual(await found('earring'))
  })

  it('finds for ‘necklace’ what is worn as one: first what is called so, and all pendants and chains', async () => {
    await rename('Pearl Drop Pendant', 'Pearl Drop Necklace')
    // As it is written, and as it is often typed.
    for (const query of ['necklace', 'Necklaces', 'neclace', 'necklase', 'neckless']) {
      const necklaces = await found(query)
      expect(necklaces[0]).toBe('Pearl Drop Necklace')
      expect(necklaces).toEqual(expect.arrayContaining(['Rope Chain', 'Emerald Halo Pendant']))
    }
    expect(await found('pendant')).not.toContain('Rope Chain')
    await rename('Pearl Drop Necklace', 'Pearl Drop Pendant')
  })

  it.each([
    // As it is typed,
    'saphire',
    'braclet',
    'platnum',
    'neclace',
    'gold necklase',
    'autumn rings',
    '2.5mm bands',
    'a ring that is for her, with the sapphire in it',
    'zzzzqqqq',
    // in other words,
    'pearl ear-rings',
    'Ear ring',
    'necklace',
    'Necklaces',
    'gold necklace',
    'jewellery',
    'gold jewellery',
    '18k',
    '18 carat rose gold',
    '9kt gold jewellery',
    '750 gold',
    '925 chain',
    '18ct gold',
    '0.5ct',
    '1/2ct',
    'ankle bracelets',
    // and by its number.
    'DMS-R-002',
    ' dms-r-002 ',
    'DMS-R-0',
  ])('a phone that has seen every piece finds the same for %j without a network', async (query) => {
    const seen = (await everything('')).map((product) => ({ product, at: 0 }))
    const asked = { query: query.trim(), sort_by: 'newest', page: 1, page_size: 56 }
    const onPhone = listOnPhone(['catalogue', 'search', asked], seen)
    const { data = { products: [] } } = { ...onPhone } as { data?: { products: Product[] } }
    expect(names(data.products)).toEqual(
      names(await everything(`query=${encodeURIComponent(query)}&sort_by=newest`, paths.search)),
    )
  })

  it('finds every piece for ‘jewellery’', async () => {
    expect(await found('jewellery')).toEqual(names(await everything('')))
  })

  it('finds a piece by its reference, as its page shows it', async () => {
    expect(await found('DMS-R-002')).toEqual(['Oval Sapphire Halo Ring'])
    expect(await found(' dms-r-002 ')).toEqual(['Oval Sapphire Halo Ring'])
    expect(await found('DMS-R-0')).toEqual([])
    // However the shop itself spells it.
    const respell = (from: string, to: string) =>
      shop.db.update(products).set({ sku: to }).where(eq(products.sku, from))
    await respell('DMS-R-002', 'Xq-7b')
    const typed = ['Xq-7b', 'xq-7b', 'XQ-7B']
    const all = await Promise.all(typed.map(found))
    // With a part in it that would be the fineness of a metal.
    await respell('Xq-7b', 'SR-925-014')
    const hallmarked = await found('sr-925-014')
    // Or its parts are the beginnings of words that other pieces have.
    await respell('SR-925-014', 'PE-18')
    const typedSo = await found('pe-18')
    const { products: byPrice } = await page('query=pe-18&sort_by=price_low_high&page_size=48', paths.search)
    const onPhone = names(searchSaved(await everything(''), 'pe-18'))
    await respell('PE-18', 'DMS-R-002')
    expect(typedSo[0]).toBe('Oval Sapphire Halo Ring')
    expect(typedSo.length).toBeGreaterThan(1)
    expect(names(byPrice).toSorted()).toEqual(typedSo.toSorted())
    expect(onPhone[0]).toBe('Oval Sapphire Halo Ring')
    expect(onPhone.toSorted()).toEqual(typedSo.toSorted())
    expect(all).toEqual(typed.map(() => ['Oval Sapphire Halo Ring']))
    expect(hallmarked).toEqual(['Oval Sapphire Halo Ring'])
  })

  it.each([
    ['safire', 'sapphire'],
    ['rng', 'ring'],
    ['safire rng', 'sapphire ring'],
    ['Safire, GOLD!', 'sapphire gold'],
    ['pvé', 'pavé'],
    ['rng with safire', 'ring with sapphire'],
    ['a rng that is for her, with the safire', 'a ring that is for her with the sapphire'],
    // Without what the catalogue has no word for.
    ['womens rings', 'rings'],
    ['Men’s safire ring', 'sapphire ring'],
    ['an anklet for Xanthippe', 'anklet'],
  ])('offers for %j, which finds nothing, %j, which does', async (query, nearest) => {
    const answer = await shop.call('GET', `${paths.search}?query=${encodeURIComponent(query)}`)
    expect(answer.body).toMatchObject({ count: 0, suggestion: nearest })
    expect(await found(nearest)).not.toEqual([])
  })

  it.each(['', 'zzzzqqqq', 'sapphire anklet', 'ring', '🙂', "'", '%'])(
    'offers nothing for %j: there is nothing near, or nothing to put right',
    async (query) => {
      const answer = await shop.call('GET', `${paths.search}?query=${encodeURIComponent(query)}`)
      expect(answer.body).not.toHaveProperty('suggestion')
    },
  )

  it.each(['', '   ', 'zzzzqqqq'])('%j finds nothing', async (query) => {
    expect(await found(query)).toEqual([])
  })

  it.each([
    '\0',
    "'",
    '"',
    '%',
    '_',
    '\\',
    '(',
    'a & ',
    ':*',
    '<->',
    '🙂',
    '\ud800',
    '; DROP TABLE products',
    'x'.repeat(200),
  ])('takes %j without falling over', async (query) => {
    const answer = await shop.call('GET', `${paths.search}?query=${encodeURIComponent(query.toWellFormed())}`)
    expect(answer.status).toBe(200)
  })

  it('refuses more than 200 characters with 400', async () => {
    expect((await shop.call('GET', `${paths.search}?query=${'x'.repeat(201)}`)).status).toBe(400)
  })
})

describe('the catalogue may be cached', () => {
  it.each([
    paths.products,
    paths.product('oval-sapphire-halo-ring'),
    `${paths.search}?query=ring`,
    paths.randomProducts,
    paths.offerLine,
    paths.heroSlider,
    paths.offerBanners,
    paths.promiseItems,
    paths.popularCategories,
  ])('what %s says is five minutes old at most where a page trusts the answer for one more', async (path) => {
    const { headers } = await shop.call('GET', path)
    const seconds = String(headers['cache-control']).match(/\d+/g) ?? []
    expect(seconds.reduce((sum, one) => sum + Number(one), 60)).toBeLessThanOrEqual(300)
  })

  it.each([
    paths.products,
    paths.filter,
    `${paths.filter}?within=rings&material=Platinum`,
    paths.heroSlider,
    paths.offerLine,
    `${paths.search}?query=ring`,
  ])('%s carries an ETag and answers 304 to who has it', async (path) => {
    const answer = await shop.call('GET', path)
    expect(answer.headers['cache-control']).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+/)
    const again = await shop.call('GET', path, {
      headers: { 'if-none-match': String(answer.headers['etag']) },
    })
    expect(again).toMatchObject({ status: 304, body: '' })
  })

  it('is compressed for who takes it', async () => {
    const answer = await shop.app.inject({
      url: `/api/v1/${paths.products}`,
      headers: { 'accept-encoding': 'br' },
    })
    expect(answer.headers['content-encoding']).toBe('br')
  })
})

describe('the demo catalogue', () => {
  it('has what a shop’s pages need to be seen at work', async () => {
    const all = await everything('')
    const plain = all.filter((product) => product.variants.length === 0)
    const count = (test: (product: Product) => boolean, among = all) => among.filter(test).length
    expect(count((product) => product.variants.length > 0)).toBeGreaterThanOrEqual(12)
    expect(count((product) => product.stock_quantity === 0)).toBeGreaterThanOrEqual(3)
    expect(
      count((product) => product.stock_quantity >= 1 && product.stock_quantity <= 8, plain),
    ).toBeGreaterThanOrEqual(4)
    expect(count((product) => product.stock_quantity > 100)).toBeGreaterThanOrEqual(6)
    expect(count((product) => product.stock_quantity > 100, plain)).toBeGreaterThanOrEqual(4)
    expect(count((product) => product.compare_at_price !== null)).toBeGreaterThanOrEqual(17)
    expect(count((product) => product.is_featured && product.is_bestseller && product.is_new)).toBe(0)
    expect(Math.min(...all.map((product) => product.weight))).toBe(0.8)
    expect(Math.max(...all.map((product) => product.weight))).toBe(40)
  })

  it('names only pictures that are there', async () => {
    for (const product of await everything('')) {
      for (const { image, alt_text } of product.images) {
        const file = image.replace(/^\/pictures\//, '').replace(/\?.*$/, '')
        expect(readFileSync(`catalogue/pictures/${file}.avif`).length).toBeGreaterThan(1000)
        expect(alt_text).not.toBe('')
      }
    }
  })
})
