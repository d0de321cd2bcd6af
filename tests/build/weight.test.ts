import { describe, expect, it } from 'vitest'
import { fontWeight, pageWeights } from '../../tools/pageWeights.ts'

// Needs the build that `npm test` makes first.
const pages = pageWeights()
const isCustomers = ({ route }: { route: string }) => route.startsWith('/_customer')
const publicPages = pages.filter((page) => !isCustomers(page))

/**
 * What the scripts of a signed-in customer's pages may weigh. Nothing promises less: these are what they weighed on 30
 * November 2026 and half a kilobyte, enough for a mend or a field, so that a library or a part that ought to load later
 * stands out.
 */
const customersLimits: Readonly<Record<string, number>> = {
  '/_customer': 101_100,
  '/_customer/account': 159_500,
  '/_customer/cart/': 153_100,
  '/_customer/cart/checkout': 169_400,
  '/_customer/orders/': 151_000,
  '/_customer/orders/$orderNumber': 153_500,
  '/_customer/wishlist': 144_300,
}

describe('a customer’s own page grows no heavier unseen', () => {
  it.each(pages.filter(isCustomers))('$route', ({ route, scripts, styles }) => {
    expect(scripts).toBeLessThanOrEqual(customersLimits[route] ?? 0)
    expect(styles).toBeLessThanOrEqual(20_000)
  })
})

describe('a public page stays light', () => {
  it.each(publicPages)('$route', ({ scripts, styles }) => {
    expect(scripts).toBeLessThanOrEqual(110_000)
    expect(styles).toBeLessThanOrEqual(20_000)
  })

  it('fonts', () => expect(fontWeight()).toBeLessThanOrEqual(60_000))

  it('and it is all of them that are weighed', () => {
    expect(publicPages.length).toBeGreaterThanOrEqual(20)
    expect(pages.filter(isCustomers).map(({ route }) => route)).toEqual(
      expect.arrayContaining(Object.keys(customersLimits)),
    )
    expect(fontWeight()).toBeGreaterThan(20_000)
  })
})
