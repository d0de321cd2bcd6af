import { eq } from 'drizzle-orm'
import { couponTexts } from '#contract/coupons.ts'
import type { Db } from '../db/db.ts'
import { coupons } from '../db/schema/cart.ts'
import { ApiError } from '../problem.ts'

/**
 * The coupon behind a code as it was typed; null where none was.
 * @throws {ApiError} 400 `coupon_invalid` or `coupon_expired`
 */
export async function findCoupon(
  db: Db,
  typed: string | null,
  now: Date,
): Promise<{ code: string; percent: number } | null> {
  const code = (typed ?? '').trim().toUpperCase()
  if (code === '') return null
  const [coupon] = await db.select().from(coupons).where(eq(coupons.code, code))
  if (coupon === undefined) throw refusal('coupon_invalid', couponTexts.invalid)
  if (coupon.expires_at !== null && coupon.expires_at <= now) {
    throw refusal('coupon_expired', couponTexts.expired)
  }
  return { code, percent: coupon.percent }
}

const refusal = (code: 'coupon_invalid' | 'coupon_expired', message: string) =>
  new ApiError(400, code, message, { errors: { coupon_code: [message] } })
