import { codeOf } from './spelling.ts'

/** The demo coupons as the client knows them; the server honours its own list. Percent off the subtotal. */
const demoCoupons: Readonly<Record<string, number>> = { SAVE10: 10, SAVE20: 20 }
const expiredCoupons: readonly string[] = ['WELCOME5']

export const couponTexts = {
  invalid: 'Invalid coupon code',
  expired: 'Coupon has expired',
  applied: 'Coupon applied successfully',
  removed: 'Coupon removed',
} as const

/**
 * For when the server cannot be asked: checks a typed code against the demo coupons. Returns its normal form and
 * percentage, or the message to show.
 */
export function checkCoupon(typed: string): { code: string; percent: number } | { message: string } {
  const code = codeOf(typed)
  if (expiredCoupons.includes(code)) return { message: couponTexts.expired }
  const percent = Object.hasOwn(demoCoupons, code) ? demoCoupons[code] : undefined
  return percent === undefined ? { message: couponTexts.invalid } : { code, percent }
}
