import { expect, test } from 'vitest'
import { checkCoupon } from '#contract/coupons.ts'

test.each([
  ['SAVE10', { code: 'SAVE10', percent: 10 }],
  ['SAVE20', { code: 'SAVE20', percent: 20 }],
  [' save10 ', { code: 'SAVE10', percent: 10 }],
  ['WELCOME5', { message: 'Coupon has expired' }],
  ['welcome5', { message: 'Coupon has expired' }],
  ['SAVE30', { message: 'Invalid coupon code' }],
  ['SAVE 10', { message: 'Invalid coupon code' }],
  ['', { message: 'Invalid coupon code' }],
  ['constructor', { message: 'Invalid coupon code' }],
  ['__proto__', { message: 'Invalid coupon code' }],
])('the coupon %j is read as it should be', (typed, expected) => {
  expect(checkCoupon(typed)).toEqual(expected)
})
