// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { restockingPercent, returnWindowDays } from '#contract/constants.ts'
import { deliveryTime } from '#contract/shipping.ts'
import { ProductDetails } from '#src/features/catalogue/ProductDetails.tsx'
import { Promises } from '#src/features/catalogue/Promises.tsx'
import { piece } from '#tests/support/pieces.ts'
import { show, showWith } from '#tests/support/show.tsx'

afterEach(cleanup)

it('below a piece stands how it is delivered and returned, and how it is cared for', () => {
  show(<ProductDetails product={piece(1)} />)
  const delivery = screen.getByText('Delivery and returns').nextElementSibling
  expect(delivery?.textContent).toContain(deliveryTime('standard'))
  expect(delivery?.textContent).toContain(`${returnWindowDays} days`)
  expect(delivery?.querySelector('a')?.getAttribute('href')).toBe('/resources/returns-exchanges')
  const care = screen.getByText('Care').nextElementSibling
  expect(care?.querySelector('a')?.getAttribute('href')).toBe('/resources/Warranty#care')
})

it('what a return costs stands wherever it is promised, and what cannot come back where it matters', async () => {
  show(<ProductDetails product={piece(1)} />)
  const delivery = () => screen.getByText('Delivery and returns').nextElementSibling?.textContent
  expect(delivery()).toContain(`less ${restockingPercent}%`)
  expect(delivery()).not.toContain('hygiene seal')
  cleanup()
  show(<ProductDetails product={piece(1, { categories: [{ name: 'Earrings', slug: 'earrings' }] })} />)
  expect(delivery()).toContain(
    'Earrings for pierced ears cannot come back once their hygiene seal is broken.',
  )
  cleanup()
  await showWith({}, <Promises product={piece(1)} />)
  const promise = screen.getByRole('link', {
    name: `${returnWindowDays} days to return, less ${restockingPercent}%`,
  })
  expect(promise.getAttribute('href')).toBe('/resources/returns-exchanges')
})

const size = (id: number, stock_quantity: number) => ({
  id,
  name: `Size ${id}`,
  price: '120.00',
  compare_at_price: null,
  stock_quantity,
})
const sizes = { variant_label: 'Ring size', variants: [size(1, 1), size(2, 0)] }

it.each([
  ['a piece', piece(1, { stock_quantity: 1 }), {}],
  ['a piece of which some size is there', piece(1, sizes), {}],
  ['a size', piece(1, sizes), { variant: 1 }],
])('the days are named on which %s arrives', async (_what, product, search) => {
  await showWith(search, <Promises product={product} />)
  expect(screen.getByText(/^Arrives .+ to .+, free$/)).toBeDefined()
})

it.each([
  ['piece', piece(1, { stock_quantity: 0 }), {}],
  ['size', piece(1, sizes), { variant: 2 }],
])('no day is named on which a %s arrives that is sold out', async (_what, product, search) => {
  await showWith(search, <Promises product={product} />)
  expect(screen.queryByText(/Arrives/)).toBeNull()
  expect(screen.getByText(`Free delivery in ${deliveryTime('standard')}`)).toBeDefined()
})

it('what a piece belongs to leads to the rest of it', () => {
  const collections = [{ name: 'Midnight & Stars' }]
  const categories = [
    { name: 'Rings', slug: 'rings' },
    { name: 'Brooches', slug: 'brooches' },
  ]
  show(<ProductDetails product={piece(1, { collections, categories })} />)
  const led = (term: string) =>
    [...(screen.getByText(term).nextElementSibling?.querySelectorAll('a') ?? [])].map((link) => [
      link.textContent,
      link.getAttribute('href'),
    ])
  expect(led('Collection')).toEqual([['Midnight & Stars', '/products?collection=Midnight+%26+Stars']])
  expect(led('Category')).toEqual([
    ['Rings', '/products/rings'],
    ['Brooches', '/products?category=Brooches'],
  ])
  expect(screen.getByText('Category').nextElementSibling?.textContent).toBe('Rings, Brooches')
})
