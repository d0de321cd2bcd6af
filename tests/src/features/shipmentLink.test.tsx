// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShipmentLink } from '#src/features/orders/ShipmentLink.tsx'

// As in Safari 16.2, the oldest that the shop supports.
beforeEach(() => void vi.stubGlobal('URL', Object.assign(class extends URL {}, { canParse: undefined })))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['https://carrier.example/parcels/1', 'https://carrier.example/parcels/1'],
  ['javascript:alert(1)', undefined],
  ['https://', undefined],
  ['parcel 1', undefined],
])('an order whose shipment is at %s opens, and leads to what is a web address', (url, href) => {
  render(<ShipmentLink url={url} />)
  expect(screen.queryByRole('link')?.getAttribute('href') ?? undefined).toBe(href)
})
