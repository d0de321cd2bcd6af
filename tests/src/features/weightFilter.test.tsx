// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { FilterPanel } from '#src/features/catalogue/FilterPanel.tsx'
import { flags } from '#src/features/catalogue/filters.ts'
import { isHeld } from '#src/offline/holds.ts'
import type { ListingSearch } from '#src/features/catalogue/listingSearch.ts'

afterEach(cleanup)

function Panel() {
  const [search, setSearch] = useState<ListingSearch>({ min_weight: 4, page: 3 })
  return (
    <>
      <FilterPanel search={search} lists={undefined} isOfOneCategory onChange={setSearch} />
      <output>{`${search.min_weight ?? 'any'}, page ${search.page ?? 'one'}`}</output>
    </>
  )
}

it.each([
  ['.5', '0.5, page one', '0.5'],
  ['2.', '2, page one', '2'],
  ['0,25', '0.25, page one', '0.25'],
  ['100000', '100000, page one', '100000'],
  ['', 'any, page one', ''],
  // Anything but a weight changes nothing, and the field shows that.
  ['.', '4, page 3', '4'],
  ['1.2.3', '4, page 3', '4'],
  ['0.0001', '4, page 3', '4'],
])('a weight typed as “%s” asks on page 3 for %s', (typed, asked, shown) => {
  render(<Panel />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'From weight in grams', hidden: true })
  fireEvent.change(field, { target: { value: typed } })
  fireEvent.blur(field)
  expect([screen.getByRole('status').textContent, field.value]).toEqual([asked, shown])
})

it.each(flags)(
  'only what is $label can be asked for, or all again, each time from the first page',
  ({ name, label }) => {
    const chosen: ListingSearch[] = []
    const panel = (search: ListingSearch) => (
      <FilterPanel search={search} lists={undefined} isOfOneCategory onChange={(next) => chosen.push(next)} />
    )
    const press = () => fireEvent.click(screen.getByRole('checkbox', { name: label }))
    const { rerender } = render(panel({ page: 3 }))
    press()
    rerender(panel({ [name]: true, page: 3 }))
    press()
    expect(chosen).toEqual([{ [name]: true }, {}])
  },
)

it('no reload loses a weight that is being typed, before it is taken', () => {
  render(<Panel />)
  const field = screen.getByRole('textbox', { name: 'To weight in grams', hidden: true })
  fireEvent.change(field, { target: { value: '12' } })
  expect(isHeld()).toBe(true)
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(isHeld()).toBe(false)
})
