import { CouponAnswer, CouponQuestion } from '#contract/couponCheck.ts'
import { paths } from '#contract/paths.ts'
import { customerOf } from '../auth/signedIn.ts'
import type { App } from '../http/fastify.ts'
import type { Services } from '../services.ts'
import { findCoupon } from './coupons.ts'
import { whenceNamer } from './tries.ts'
import type { CodeLimit } from './tries.ts'

/** The discount of a code, for a signed-in customer: the jeweller adds and ends the shop's coupons. */
export function registerCouponCheck(scope: App, { db, clock, config }: Services, codes: CodeLimit): void {
  const whenceOf = whenceNamer(config)
  scope.post(
    `/${paths.coupon}`,
    { schema: { body: CouponQuestion, response: { 200: CouponAnswer } } },
    async (request) => {
      const trier = { ...customerOf(request), whence: whenceOf(request.ip) }
      // Before it is looked up, so that a hundred at once count too.
      await codes.count(trier)
      // A code that is there is found or refused; only an empty one, which the schema does not let in, is neither.
      const coupon = await findCoupon(db, request.body.code, clock())
      if (coupon === null) throw new Error('A code that was given was not looked up')
      await codes.forgive(trier)
      return coupon
    },
  )
}
