import { describe, expect, it } from 'vitest'
import { ListingFilter } from '#contract/catalogue.ts'
import { namedFilters } from '#contract/listing.ts'
import { type ManyFilter, appliedFilters, withToggled } from '#src/features/catalogue/filters.ts'
import { listingSearch } from '#src/features/catalogue/listingSearch.ts'
import { placeOf } from '#src/features/catalogue/place.ts'
import { listOnPhone } from '#src/offline/phone.ts'
import { bareStone, piece } from '#tests/support/pieces.ts'

/** A value for each filter that there is, which of the two pieces below only the first fits. */
const values: Required<Omit<ListingFilter, 'sort_by'>> = {
  is_featured: true,
  is_bestseller: true,
  is_new: true,
  price: ['900-'],
  category: ['Anklets'],
  material: ['Platinum'],
  gemstone: ['Diamond'],
  collection: ['Gifts'],
  min_weight: 5,
  max_weight: 6,
}
const fitting = piece(1, {
  is_featured: true,
  is_bestseller: true,
  is_new: true,
  price: '950.00',
  categories: [{ name: 'Anklets', slug: 'anklets' }],
  materials: [{ id: 1, name: 'Platinum', description: '' }],
  gemstones: [{ id: 1, ...bareStone('Diamond') }],
  collections: [{ name: 'Gifts' }],
  weight: 5.5,
})
const others = [piece(2, { weight: 3 }), piece(3, { weight: 9 })]
const seen = [fitting, ...others].map((product) => ({ product, at: 0 }))
const page = { page: 1, page_size: 8 }

const names = Object.keys(ListingFilter.entries).filter((name) => name !== 'sort_by')
describe.each(names)('the filter %s', (name) => {
  const chosen = Object.fromEntries(Object.entries(values).filter(([one]) => one === name))

  it('is read from the address of a listing', () => {
    expect(listingSearch(chosen)).toEqual(chosen)
  })

  it('leaves out without a network, too, what it does not fit', () => {
    const ids = ({ data }: { data?: unknown } = {}) =>
      (data as { products: { id: number }[] } | undefined)?.products.map(({ id }) => id) ?? []
    const found = ids(listOnPhone(['catalogue', 'products', { ...page, ...chosen }], seen) ?? {})
    expect(found).toContain(fitting.id)
    expect(found.length).toBeLessThan(seen.length)
  })

  it('is told of a saved list', () => {
    expect(placeOf(['catalogue', 'products', { ...page, ...chosen }])?.label).toMatch(/^All Jewellery, ./)
  })

  it('can be taken off again, which leads to the first page', () => {
    const search = listingSearch({ ...chosen, page: 3 })
    expect(search.page).toBe(3)
    expect(appliedFilters(search).map(({ without }) => listingSearch(without))).toEqual([{}])
  })
})

const several: readonly ManyFilter[] = ['price', ...namedFilters.map((filter) => filter.name)]
it.each(several)('a value of the filter %s can be put on, which leads to the first page', (name) => {
  const value = values[name]?.[0] ?? ''
  expect(listingSearch(withToggled({ page: 3 }, name, value))).toEqual({ [name]: [value] })
})

it('a filter that is not known without a network finds nothing there, rather than pieces that it may not fit', () => {
  expect(listOnPhone(['catalogue', 'products', page], seen)).not.toBeNull()
  expect(listOnPhone(['catalogue', 'products', { ...page, purity: ['18ct'] }], seen)).toBeNull()
})
