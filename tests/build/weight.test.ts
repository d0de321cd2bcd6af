import { describe, expect, it } from 'vitest'
import { fontWeight, pageWeights } from '../../tools/pageWeights.ts'

// Needs the build that `npm test` makes first.
const pages = pageWeights()
const isCustomers = ({ route }: { route: string }) => route.startsWith('/_customer')
const publicPages = pages.filter((page) => !isCustomers(page))

/**
 * What the scripts of a signed-in customer's pages may weigh. Nothing promises less: these are what they weighed on 26
 * November 2026 and some three kilobytes, enough for a mend or a field, so that a library or a part that ought to load
 * later stands out. The checkout has one more: what it says of orders that nobody answered took the three. That messages
 * wait for an open dialog, and that two quick presses count as one, took up to another where they are needed,
 * and what is true of cart, wishlist and sign-out without a network a third of one. That each piece a guest wanted is
 * kept, and whether a card was saved is said, took the last hundred bytes of the cart and the checkout. Of 28 November is
 * one more: half of it for what waits in a database that is full or slow, the rest for a footer that is left out of a
 * frame, and for what a guest wanted when a reload comes between. That a delivery's month is named once took a tenth of a
 * kilobyte of the checkout. That a customer's other tabs read what one has changed, that nothing is edited again
 * while it is being saved, and that no dialog leaves the keyboard nowhere, took up to 650 bytes of the rest.
 */
const customersLimits: Readonly<Record<string, number>> = {
  '/_customer': 100_000,
  '/_customer/account': 155_350,
  '/_customer/cart/': 149_900,
  '/_customer/cart/checkout': 165_750,
  '/_customer/orders/': 147_300,
  '/_customer/orders/$orderNumber': 150_850,
  '/_customer/wishlist': 141_000,
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
