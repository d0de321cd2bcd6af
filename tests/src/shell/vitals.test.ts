// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { measureVitals, pageKindOf } from '#src/shell/vitals.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([
  ['/', 'home'],
  ['/products/$slug', 'piece'],
  ['/products/', 'listing'],
  ['/products/rings', 'listing'],
  ['/all-jewellery', 'listing'],
  ['/products/search-results', 'search'],
  ['/privacy-policy', 'reading'],
  ['/login', 'reading'],
  ['/_customer/cart/', 'cart'],
  ['/_customer/cart/checkout', 'checkout'],
  ['/_customer/orders/$orderNumber', 'account'],
] as const)('%s is measured as %s', (routeId, kind) => {
  expect(pageKindOf(routeId)).toBe(kind)
})

test.each([
  [true, 1],
  [false, 0],
])('what was measured while it was allowed is sent only if it still is: %s', async (isStill, calls) => {
  const send = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  // From this the library takes the time to first byte, which jsdom does not have.
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ responseStart: 1 } as never])
  const isHidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  let isAllowed = true
  measureVitals('/', () => isAllowed)
  // The library measures a page that has loaded in the next task.
  await new Promise((resolve) => setTimeout(resolve))
  isAllowed = isStill
  isHidden.mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(send).toHaveBeenCalledTimes(calls)
})
