import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { networkOf } from '../auth/limits.ts'
import { derivedKey } from '../auth/tokens.ts'
import { rate_limits } from '../db/schema/jobs.ts'
import { ApiError } from '../problem.ts'
import type { Services } from '../services.ts'

const window = 60_000
const mostMisses = 10

/**
 * Lets one address name ten unknown order numbers a minute, so that numbers cannot be tried out. Each try is counted
 * before it is looked up, so that a hundred at once count too; `forgive` takes a hit back.
 */
export function trackingLimit({ db, config, clock }: Services) {
  const secret = derivedKey(config.sessionSecret, 'tracking limit')
  const keyOf = (ip: string) =>
    `track:${createHmac('sha256', secret).update(networkOf(ip)).digest('base64url')}`
  return {
    /** @throws {ApiError} 429 with `Retry-After` */
    count: async (ip: string): Promise<void> => {
      if (!config.rateLimit) return
      const now = clock()
      const isOver = sql`${rate_limits.window_start} <= ${new Date(now.getTime() - window).toISOString()}::timestamptz`
      const [counted] = await db
        .insert(rate_limits)
        .values({ key: keyOf(ip), window_start: now, count: 1 })
        .onConflictDoUpdate({
          target: rate_limits.key,
          set: {
            count: sql`case when ${isOver} then 1 else least(${rate_limits.count}, ${mostMisses}) + 1 end`,
            window_start: sql`case when ${isOver} then excluded.window_start else ${rate_limits.window_start} end`,
          },
        })
        .returning()
      if (counted === undefined || counted.count <= mostMisses) return
      const wait = counted.window_start.getTime() + window - now.getTime()
      const headers = { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) }
      throw new ApiError(429, 'too_many_requests', 'Too many attempts. Please try again in a minute.', {
        headers,
      })
    },
    forgive: async (ip: string): Promise<void> => {
      if (!config.rateLimit) return
      await db
        .update(rate_limits)
        .set({ count: sql`greatest(${rate_limits.count} - 1, 0)` })
        .where(eq(rate_limits.key, keyOf(ip)))
    },
  }
}
