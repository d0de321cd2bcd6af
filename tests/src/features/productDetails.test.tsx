// @vitest-environment jsdom
import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { returnWindowDays } from '#contract/constants.ts'
import { shippingMethods } from '#contract/shipping.ts'
import { ProductDetails } from '#src/features/catalogue/ProductDetails.tsx'
import { Promises } from '#src/features/catalogue/Promises.tsx'
import { parseSearch, stringifySearch } from '#src/lib/search.ts'
import { piece } from '#tests/support/pieces.ts'

afterEach(cleanup)

function draw(part: ReactElement) {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory(),
    parseSearch,
    stringifySearch,
  })
  render(<RouterContextProvider router={router}>{part}</RouterContextProvider>)
}

it('below a piece stands how it is delivered and returned, and how it is cared for', () => {
  draw(<ProductDetails product={piece(1)} />)
  const delivery = screen.getByText('Delivery and returns').nextElementSibling
  expect(delivery?.textContent).toContain(shippingMethods[0].duration)
  expect(delivery?.textContent).toContain(`${returnWindowDays} days`)
  expect(delivery?.querySelector('a')?.getAttribute('href')).toBe('/resources/returns-exchanges')
  const care = screen.getByText('Care').nextElementSibling
  expect(care?.querySelector('a')?.getAttribute('href')).toBe('/resources/Warranty#care')
})

it('no day is named on which a piece arrives that is sold out', () => {
  draw(<Promises product={piece(1, { stock_quantity: 1 })} />)
  expect(screen.getByText(/^Arrives .+ to .+, free$/)).toBeDefined()
  cleanup()
  draw(<Promises product={piece(1, { stock_quantity: 0 })} />)
  expect(screen.queryByText(/Arrives/)).toBeNull()
  expect(screen.getByText(`Free delivery in ${shippingMethods[0].duration}`)).toBeDefined()
})

it('what a piece belongs to leads to the rest of it', () => {
  const collections = [{ name: 'Midnight & Stars' }]
  const categories = [
    { name: 'Rings', slug: 'rings' },
    { name: 'Brooches', slug: 'brooches' },
  ]
  draw(<ProductDetails product={piece(1, { collections, categories })} />)
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
