import * as v from 'valibot'
import { longestCoupon } from './constants.ts'
import { couponTexts } from './coupons.ts'
import { given } from './fields.ts'
import { codeOf } from './spelling.ts'

/** + A code as it was typed, to be looked up before the order is placed. */
export const CouponQuestion = v.object({
  code: v.pipe(
    given(couponTexts.invalid),
    v.transform(codeOf),
    v.nonEmpty(couponTexts.invalid),
    v.maxLength(longestCoupon, couponTexts.invalid),
  ),
})

/** + The code in its normal form, and how much it takes off. */
export const CouponAnswer = v.object({ code: v.string(), percent: v.number() })
