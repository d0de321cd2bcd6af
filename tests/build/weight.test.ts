import { describe, expect, it } from 'vitest'
import { fontWeight, pageWeights } from '../../tools/pageWeights.ts'

// Needs the build that `npm test` makes first.
const pages = pageWeights()
const isCustomers = ({ route }: { route: string }) => route.startsWith('/_customer')
const publicPages = pages.filter((page) => !isCustomers(page))

/**
 * What the scripts of a signed-in customer's pages weighed on 24 November 2026, plus a hundredth: nothing promises
 * less. The checkout has grown by what tells a declined order from the next one, and by what takes telephone numbers and
 * addresses as people type them, and an order's page by the days on which it comes; with the account by the server's time; and all of them by what keeps a draft whatever
 * the clock does, a page that alone knows its session, and what tells screen readers that a part is loading. Files'
 * names alone move each by some twenty bytes.
 */
const customersLimits: Readonly<Record<string, number>> = {
  '/_customer': 103_700,
  '/_customer/account': 154_000,
  '/_customer/cart/': 149_600,
  '/_customer/cart/checkout': 163_400,
  '/_customer/orders/': 146_900,
  '/_customer/orders/$orderNumber': 149_900,
  '/_customer/wishlist': 141_100,
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
