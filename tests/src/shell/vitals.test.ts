import { expect, test } from 'vitest'
import { pageKindOf } from '#src/shell/vitals.ts'

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
