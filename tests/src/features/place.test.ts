import { describe, expect, it } from 'vitest'
import { placeOf } from '#src/features/catalogue/place.ts'

const rings = { category: 'rings', page: 1, limit: 8 }
const all = { page: 1, page_size: 8 }

describe('a page of pieces that is saved', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['Rings', 'productsByCategory', rings],
    ['Rings, page 3', 'productsByCategory', { ...rings, page: 3 }],
    ['Rings, Newest First', 'productsByCategory', { ...rings, sort_by: 'newest' }],
    ['Rings, from 2 g', 'productsByCategory', { ...rings, min_weight: 2 }],
    ['Rings, up to 4.5 g', 'productsByCategory', { ...rings, max_weight: 4.5 }],
    ['All Jewellery', 'products', all],
    [
      'All Jewellery, Under £300, Gold, new',
      'products',
      { ...all, price: ['0-300'], material: ['Gold'], is_new: true },
    ],
    ['All Jewellery, not new', 'products', { ...all, is_new: false }],
    ['Search for “pearl”', 'search', { ...all, query: 'pearl' }],
    [
      'Search for “pearl”, Price: High to Low, page 2',
      'search',
      { ...all, query: 'pearl', sort_by: 'price_high_low', page: 2 },
    ],
  ])('is called %s', (label, list, query) => {
    expect(placeOf(['catalogue', list, query])).toMatchObject({ label })
  })

  it('is where it was seen', () => {
    const found = placeOf(['catalogue', 'productsByCategory', { ...rings, sort_by: 'newest', page: 2 }])
    expect(found).toMatchObject({ to: '/products/rings', search: { sort_by: 'newest', page: 2 } })
  })

  it.each([
    ['a row of home', ['catalogue', 'products', { is_new: true, page: 1, page_size: 4 }]],
    ['a piece', ['catalogue', 'product', 'oval-signet-ring']],
    ['pieces seen before', ['catalogue', 'pieces', ['oval-signet-ring']]],
    ['a text', ['content', 'offer-line']],
  ])('is not %s', (_what, queryKey) => expect(placeOf(queryKey)).toBeNull())
})
