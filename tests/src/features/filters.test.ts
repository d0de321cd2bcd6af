import { expect, it } from 'vitest'
import { appliedFilters, filterGroups } from '#src/features/catalogue/filters.ts'

it('filters of one name are told apart, and one that is written twice is one', () => {
  const applied = appliedFilters({
    category: ['Gifts'],
    collection: ['Gifts', 'New'],
    material: ['platinum', 'Platinum', 'Silver'],
    is_new: true,
  })
  expect(applied.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    'category: Gifts',
    'collection: Gifts',
    'collection: New',
    'material: platinum',
    'material: Silver',
    ': New',
  ])
  expect(applied[3]?.without.material).toEqual(['Silver'])
})

it('a filter by what no piece has is not offered: it would open to nothing', () => {
  const lists = {
    categories: [{ name: 'Rings', slug: 'rings', count: 3 }],
    collections: [],
    materials: [{ name: 'Silver', slug: 'silver', count: 3 }],
    gemstones: [],
  }
  const titles = (known: typeof lists | undefined) => filterGroups(known, false).map(({ title }) => title)
  expect(titles(lists)).toEqual(['Price', 'Category', 'Material'])
  // Until it is known what there is, nothing may move.
  expect(titles(undefined)).toEqual(['Price', 'Category', 'Collection', 'Material', 'Gemstone'])
})
