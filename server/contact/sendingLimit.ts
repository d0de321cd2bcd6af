import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { networkOf } from '../auth/limits.ts'
import { derivedKey } from '../auth/tokens.ts'
import { rate_limits } from '../db/schema/jobs.ts'
import { ApiError } from '../problem.ts'
import type { Services } from '../services.ts'

type Rules = { name: string; most: number; window: number; message: string }

/** Lets one network call `name` at most so often within `window` milliseconds. @throws {ApiError} 429 with `Retry-After` */
export function sendingLimit({ db, config, clock }: Services, { name, most, window, message }: Rules) {
  const secret = derivedKey(config.sessionSecret, `${name} limit`)
  return async (ip: string): Promise<void> => {
    if (!config.rateLimit) return
    const now = clock()
    const key = `${name}:${createHmac('sha256', secret).update(networkOf(ip)).digest('base64url')}`
    const isOver = sql`${rate_limits.window_start} <= ${new Date(now.getTime() - window).toISOString()}::timestamptz`
    const [counted] = await db
      .insert(rate_limits)
      .values({ key, window_start: now, count: 1 })
      .onConflictDoUpdate({
        target: rate_limits.key,
        set: {
          count: sql`case when ${isOver} then 1 else least(${rate_limits.count}, ${most}) + 1 end`,
          window_start: sql`case when ${isOver} then excluded.window_start else ${rate_limits.window_start} end`,
        },
      })
      .returning()
    if (counted === undefined || counted.count <= most) return
    const wait = counted.window_start.getTime() + window - now.getTime()
    const headers = { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) }
    throw new ApiError(429, 'too_many_requests', message, { headers })
  }
}
