import { CouponAnswer, CouponQuestion } from '#contract/couponCheck.ts'
import { paths } from '#contract/paths.ts'
import { customerOf } from '../auth/signedIn.ts'
import type { App } from '../fastify.ts'
import { refuseAbove } from '../limits.ts'
import type { Limit } from '../limits.ts'
import type { Services } from '../services.ts'
import { findCoupon } from './coupons.ts'

/** Codes must not be tried out by the thousand. */
const tries: Limit = { most: 30, window: 10 * 60_000, from: 'first' }
const tooMany = 'Too many attempts. Please try again in a few minutes.'

/** What a code takes off, for who is signed in: the shop's coupons are the jeweller's to add and to end. */
export function registerCouponCheck(scope: App, { db, clock, config }: Services): void {
  scope.post(
    `/${paths.coupon}`,
    { schema: { body: CouponQuestion, response: { 200: CouponAnswer } } },
    async (request) => {
      const { customer_id } = customerOf(request)
      if (config.rateLimit) await refuseAbove(db, `coupon:${customer_id}`, tries, clock(), tooMany)
      // A code that is there is found or refused; only an empty one, which the schema does not let in, is neither.
      const coupon = await findCoupon(db, request.body.code, clock())
      if (coupon === null) throw new Error('A code that was given was not looked up')
      return coupon
    },
  )
}
