// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { shopLatitude, shopLongitude } from '#contract/shopDetails.ts'
import { ShopMap } from '#src/features/contact/ShopMap.tsx'

afterEach(cleanup)

it('the map and its link show the place that is said beside the shop’s address, in the one file for both', () => {
  render(<ShopMap />)
  const opened = new URL(screen.getByRole<HTMLAnchorElement>('link').href).searchParams
  expect([opened.get('mlat'), opened.get('mlon')].map(Number)).toEqual([shopLatitude, shopLongitude])

  fireEvent.click(screen.getByRole('button', { name: 'Show map' }))
  const embedded = new URL(screen.getByTitle<HTMLIFrameElement>(/^Map of /).src).searchParams
  expect(embedded.get('marker')?.split(',').map(Number)).toEqual([shopLatitude, shopLongitude])
  const [west = 0, south = 0, east = 0, north = 0] = (embedded.get('bbox') ?? '').split(',').map(Number)
  expect((west + east) / 2).toBeCloseTo(shopLongitude, 4)
  expect((south + north) / 2).toBeCloseTo(shopLatitude, 4)
})
