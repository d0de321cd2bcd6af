import { describe, expect, it } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { priceBuckets } from '#contract/listing.ts'
import { listOnPhone, pieceOnPhone, seenIn } from '#src/offline/phone.ts'
import { searchSaved } from '#src/offline/searchSaved.ts'
import { bareStone, piece } from '#tests/support/pieces.ts'

const material = (name: string) => ({ id: 1, name, description: '' })
const gem = (name: string): Product['gemstones'][number] => ({ id: 1, ...bareStone(name) })
const [halo, studs, bracelet, chain] = [
  piece(1, {
    name: 'Sapphire Halo Ring',
    slug: 'sapphire-halo-ring',
    materials: [material('Platinum')],
    gemstones: [gem('Sapphire')],
    price: '900.00',
  }),
  piece(2, {
    name: 'Pearl Studs',
    slug: 'pearl-studs',
    categories: [{ name: 'Earrings', slug: 'earrings' }],
    gemstones: [gem('Pearl')],
    price: '80.00',
    is_featured: true,
  }),
  piece(3, {
    name: 'Tennis Bracelet',
    slug: 'tennis-bracelet',
    categories: [{ name: 'Bracelets', slug: 'bracelets' }],
    materials: [material('White Gold')],
    description: 'Goes with a ring of sapphires.',
    price: '500.00',
  }),
  piece(4, {
    name: 'Rope Chain',
    slug: 'rope-chain',
    sku: 'RC-925-4',
    categories: [{ name: 'Chains', slug: 'chains' }],
    materials: [material('Rose Gold')],
    short_description: 'Links of 2.5mm.',
    price: '250.00',
  }),
]
const all = [halo, studs, bracelet, chain]
const names = (found: readonly Product[]) => found.map(({ name }) => name)

describe('search over what is on the phone', () => {
  it.each<[string, string[]]>([
    ['sapphire', ['Sapphire Halo Ring', 'Tennis Bracelet']],
    ['saphire', ['Sapphire Halo Ring']],
    ['braclet', ['Tennis Bracelet']],
    ['SAPPHIRES rings', ['Sapphire Halo Ring', 'Tennis Bracelet']],
    ['pearls', ['Pearl Studs']],
    ['rose gold', ['Rope Chain']],
    ['gold', ['Tennis Bracelet', 'Rope Chain']],
    ['platin', ['Sapphire Halo Ring']],
    ['earring', ['Pearl Studs']],
    ['ring', ['Sapphire Halo Ring', 'Tennis Bracelet']],
    ['sapphire gold', ['Tennis Bracelet']],
    ['emerald', []],
    ['a ring with sapphire', ['Sapphire Halo Ring', 'Tennis Bracelet']],
    ['2.5 mm', ['Rope Chain']],
    ['2.5mm chain', ['Rope Chain']],
    ['5 mm', []],
    ['a ring that is for her, with the gold in it', ['Tennis Bracelet']],
    ['gold necklace', ['Rope Chain']],
    ['gold neclace', ['Rope Chain']],
    ['pearl ear rings', ['Pearl Studs']],
    ['jewellery', names(all)],
    ['p-3', ['Tennis Bracelet']],
    ['rc-925-4', ['Rope Chain']],
    ['x', []],
    ['  ', []],
  ])('%o finds %o', (query, found) => {
    expect(names(searchSaved(all, query))).toEqual(found)
  })

  it('finds what other words stand for, even where a text has the words themselves', () => {
    const told = 'Jewellery of 18 carat gold, 18 ct, stamped 925.'
    const ring = piece(7, { name: '18ct Signet', slug: 'signet' })
    const spoon = piece(8, { name: 'Sterling Spoon', slug: 'spoon', description: told })
    const seen = [...all, ring, spoon]
    for (const query of ['18 carat', '18 ct', '18k jewellery'])
      expect(searchSaved(seen, query), query).toContain(ring)
    expect(searchSaved(seen, 'sapphire jewellery')).toEqual(searchSaved(seen, 'sapphire'))
    expect(searchSaved(seen, 'jewellery')).toHaveLength(seen.length)
    expect(searchSaved(seen, '925')).toEqual([spoon])
  })

  it.each([
    ['18 Carat Cuff', '18ct', '18k', '18 kt', '750'],
    ['18 ct Cuff', '18ct', '18 carat'],
    ['1/2 Carat Cuff', '1/2ct', '½ct', '½ ct'],
    ['0.5 Carat Cuff', '0.5ct', '0.5 cts', '0.5 karats'],
    ['1.25ct Cuff', '1.25 carat', '1.25 carats', '1.25ct'],
  ])('finds “%s” by its weight or fineness, however that is written', (name, ...queries) => {
    const cuff = piece(7, { name, slug: 'cuff' })
    for (const query of queries) expect(searchSaved([...all, cuff], query), query).toEqual([cuff])
  })

  it.each(['18ct Cuff', '18 ct Cuff', '18 Carat Cuff', '18k Cuff'])(
    'puts %o first as it was typed, before what is called so otherwise',
    (typed) => {
      const cuffs = ['18ct Cuff', '18 Carat Cuff', '18 ct Cuff', '18k Cuff'].map((name, at) =>
        piece(7 + at, { name, slug: `cuff-${at}` }),
      )
      expect(searchSaved(cuffs, typed).length).toBeGreaterThan(2)
      expect(searchSaved(cuffs, typed)[0]?.name).toBe(typed)
      expect(searchSaved(cuffs.toReversed(), typed)[0]?.name).toBe(typed)
    },
  )

  it('takes ‘kt’ or ‘k’ without a number for no fineness', () => {
    const cuff = piece(7, { name: '18 Carat Cuff', slug: 'cuff' })
    for (const query of ['kt', 'k', 'gold kt']) expect(searchSaved([...all, cuff], query), query).toEqual([])
  })

  it('puts the piece first whose reference was typed, even if its parts begin other words', () => {
    const green = piece(7, { name: 'Green Tourmaline Ring in 18ct', slug: 'green' })
    const grey = piece(8, { name: 'Grey Band', slug: 'grey', sku: 'GR-18' })
    expect(searchSaved([...all, green, grey], 'gr-18')).toEqual([grey, green])
  })

  it.each([
    ['1/2 Carat Cuff/Bangle', '1/2', '½ carat', 'bangle'],
    ['½ Carat Band', '1/2 carat', '½ band'],
    ['St.Christopher No.5', 'christopher', 'no 5'],
  ])('finds “%s” by its words, whatever stands between them', (name, ...queries) => {
    const odd = piece(7, { name, slug: 'odd' })
    for (const query of [name, ...queries]) expect(searchSaved([...all, odd], query), query).toEqual([odd])
  })

  it.each(['Étoile', 'Étoile'.normalize('NFD'), 'Etoile'])(
    'finds %o with its accents and without',
    (name) => {
      const star = piece(7, { name, slug: 'star' })
      for (const query of ['étoile', 'ETOILE', 'Étoile'.normalize('NFD')])
        expect(searchSaved([...all, star], query)).toEqual([star])
    },
  )
})

describe('what was seen anywhere', () => {
  const copies = [
    {
      queryKey: ['catalogue', 'products', {}],
      data: { count: 9, page: 1, products: [halo, studs] },
      at: 200,
    },
    { queryKey: ['catalogue', 'related', 9], data: [bracelet, chain], at: 300 },
    { queryKey: ['catalogue', 'product', 'pearl-studs'], data: { ...studs, stock_quantity: 1 }, at: 400 },
    { queryKey: ['content', 'offer-line'], data: [{ text: 'Ten per cent off' }], at: 500 },
  ]
  const seen = seenIn(copies)
  const list = (query: Record<string, unknown>) =>
    listOnPhone(['catalogue', 'productsByCategory', { page: 1, limit: 8, ...query }], seen)
  const found = (query: Record<string, unknown>) =>
    (list(query)?.data as { products: Product[] } | undefined)?.products.map(({ id }) => id)

  it('is known once, as it was read last', () => {
    expect(seen).toHaveLength(4)
    expect(seen.find(({ product }) => product.id === 2)).toMatchObject({
      at: 400,
      product: { stock_quantity: 1 },
    })
  })

  it('opens as a page of its own, with the age of the list', () => {
    expect(pieceOnPhone(['catalogue', 'product', 'rope-chain'], seen)).toMatchObject({ data: chain, at: 300 })
    expect(pieceOnPhone(['catalogue', 'product', 'never-seen'], seen)).toBeNull()
    expect(pieceOnPhone(['reviews', 'rope-chain'], seen)).toBeNull()
  })

  it('can be searched, and says that it is a part, as old as its oldest piece', () => {
    expect(
      listOnPhone(['catalogue', 'search', { query: 'pearl studs', page: 1, page_size: 8 }], seen),
    ).toMatchObject({ data: { count: 1, page: 1, isPartial: true, products: [{ id: 2 }] }, at: 400 })
    expect(
      listOnPhone(['catalogue', 'search', { query: 'gold', page: 1, page_size: 8 }], seen),
      'of pieces that fit alike the shop’s own order',
    ).toMatchObject({ data: { products: [{ id: 4 }, { id: 3 }] } })
    expect(list({})).toMatchObject({ at: 200 })
    expect(listOnPhone(['catalogue', 'filters', null, {}], seen)).toBeNull()
  })

  it.each<[Record<string, unknown>, number[] | undefined]>([
    [{}, [2, 4, 3, 1]],
    [{ category: 'rings' }, [1]],
    [{ category: ['Bracelets', 'chains'] }, [4, 3]],
    [{ price: ['0-300'] }, [2, 4]],
    [{ price: ['0-300', '900-'] }, [2, 4, 1]],
    [{ material: ['rose gold'] }, [4]],
    [{ gemstone: ['Pearl'], is_featured: true }, [2]],
    [{ is_featured: false, sort_by: 'price_low_high' }, [4, 3, 1]],
    [{ sort_by: 'price_high_low' }, [1, 3, 4, 2]],
    [{ limit: 3, page: 2 }, [1]],
    [{ limit: 3, page: 9 }, undefined],
    [{ min_weight: 4 }, undefined],
    [{ category: 'anklets' }, undefined],
  ])('can be filtered and put in order: %o', (query, ids) => {
    expect(found(query)).toEqual(ids)
  })

  it.each(priceBuckets.map(({ value }, place) => [value, place] as const))(
    'is in one price range only, at its lower end included: %s',
    (range, place) => {
      const prices = ['0.00', '299.99', '300.00', '599.99', '600.00', '899.99', '900.00', '9000.00']
      const priced = prices.map((price, id) => ({ product: piece(id, { price }), at: 0 }))
      const query = { page: 1, page_size: 8, sort_by: 'price_low_high', price: [range] }
      const { data } = listOnPhone(['catalogue', 'products', query], priced) ?? {}
      const { products } = data as { products: Product[] }
      expect(products.map(({ price }) => price)).toEqual(prices.slice(2 * place, 2 * place + 2))
    },
  )
})
