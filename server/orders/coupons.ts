import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { couponTexts } from '#contract/coupons.ts'
import { codeOf } from '#contract/spelling.ts'
import type { Db } from '../db/db.ts'
import { coupons } from '../db/schema/cart.ts'
import { ApiError } from '../http/problem.ts'

/**
 * The coupon behind a code as it was typed; null where none was.
 * @throws {ApiError} 400 `coupon_invalid` or `coupon_expired`
 */
export async function findCoupon(
  db: Db,
  typed: string | null,
  now: Date,
): Promise<{ code: string; percent: number } | null> {
  const code = codeOf(typed ?? '')
  if (code === '') return null
  const [coupon] = await db.select().from(coupons).where(eq(coupons.code, code))
  const has_expired = coupon !== undefined && coupon.expires_at !== null && coupon.expires_at <= now
  const { percent } = usableCoupon(coupon === undefined ? null : { ...coupon, has_expired })
  return { code, percent }
}

/** @throws {ApiError} 400 `coupon_invalid` if there is none, or `coupon_expired` */
export function usableCoupon<T extends { has_expired: boolean }>(coupon: T | null): T {
  if (coupon === null) throw refusal('coupon_invalid', couponTexts.invalid)
  if (coupon.has_expired) throw refusal('coupon_expired', couponTexts.expired)
  return coupon
}

export type Coupon = typeof coupons.$inferSelect

/** All coupons, also those that have expired. */
export function listCoupons(db: Db): Promise<Coupon[]> {
  return db.select().from(coupons).orderBy(asc(coupons.code))
}

/** Adds a coupon, or renews one that has expired. False while one of this code holds. */
export async function addCoupon(db: Db, coupon: Coupon, now: Date): Promise<boolean> {
  const { percent, expires_at } = coupon
  const added = await db
    .insert(coupons)
    .values(coupon)
    .onConflictDoUpdate({
      target: coupons.code,
      set: { percent, expires_at },
      setWhere: lte(coupons.expires_at, now),
    })
    .returning({ code: coupons.code })
  return added.length === 1
}

/** Has a coupon expire at once, and returns it as it was. Null when none of this code holds. */
export async function endCoupon(db: Db, code: string, now: Date): Promise<Coupon | null> {
  const before = alias(coupons, 'before')
  const holds = or(isNull(before.expires_at), gt(before.expires_at, now))
  const [ended] = await db
    .update(coupons)
    .set({ expires_at: now })
    .from(before)
    .where(and(eq(coupons.code, code), eq(before.code, coupons.code), holds))
    .returning({ code: before.code, percent: before.percent, expires_at: before.expires_at })
  return ended ?? null
}

const refusal = (code: 'coupon_invalid' | 'coupon_expired', message: string) =>
  new ApiError(400, code, message, { errors: { coupon_code: [message] } })
