// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { FilterPanel } from '#src/features/catalogue/FilterPanel.tsx'
import { isHeld } from '#src/offline/holds.ts'
import type { ListingSearch } from '#src/features/catalogue/listingSearch.ts'

afterEach(cleanup)

function Panel() {
  const [search, setSearch] = useState<ListingSearch>({ min_weight: 4 })
  return (
    <>
      <FilterPanel search={search} lists={undefined} isOfOneCategory onChange={setSearch} />
      <output>{search.min_weight ?? 'any'}</output>
    </>
  )
}

it.each([
  ['.5', 0.5, '0.5'],
  ['2.', 2, '2'],
  ['0,25', 0.25, '0.25'],
  ['100000', 100_000, '100000'],
  ['', 'any', ''],
  // Anything but a weight changes nothing, and the field shows that.
  ['.', 4, '4'],
  ['1.2.3', 4, '4'],
  ['0.0001', 4, '4'],
])('a weight typed as “%s” asks for %s', (typed, weight, shown) => {
  render(<Panel />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'From weight in grams', hidden: true })
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.blur(field)
  expect([screen.getByRole('status').textContent, field.value]).toEqual([String(weight), shown])
})

it('no reload loses a weight that is being typed, before it is taken', () => {
  render(<Panel />)
  const field = screen.getByRole('textbox', { name: 'To weight in grams', hidden: true })
  fireEvent.change(field, { target: { value: '12' } })
  expect(isHeld()).toBe(true)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(isHeld()).toBe(false)
})
