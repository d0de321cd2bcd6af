// @vitest-environment jsdom
import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { returnWindowDays } from '#contract/constants.ts'
import { shippingMethods } from '#contract/shipping.ts'
import { ProductDetails } from '#src/features/catalogue/ProductDetails.tsx'
import { piece } from '#tests/support/pieces.ts'

afterEach(cleanup)

it('below a piece stands how it is delivered and returned, and how it is cared for', () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <RouterContextProvider router={router}>
      <ProductDetails product={piece(1)} />
    </RouterContextProvider>,
  )
  const delivery = screen.getByText('Delivery and returns').nextElementSibling
  expect(delivery?.textContent).toContain(shippingMethods[0].duration)
  expect(delivery?.textContent).toContain(`${returnWindowDays} days`)
  expect(delivery?.querySelector('a')?.getAttribute('href')).toBe('/resources/returns-exchanges')
  const care = screen.getByText('Care').nextElementSibling
  expect(care?.querySelector('a')?.getAttribute('href')).toBe('/resources/Warranty#care')
})
