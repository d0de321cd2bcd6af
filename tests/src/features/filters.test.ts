import { expect, it } from 'vitest'
import { appliedFilters } from '#src/features/catalogue/filters.ts'

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
