import { authTexts } from '#contract/authTexts.ts'
import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { and, gt, inArray, lt, sql } from 'drizzle-orm'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { rate_limits } from '../db/schema/jobs.ts'
import { ApiError } from '../problem.ts'
import type { Services } from '../services.ts'
import { derivedKey } from './tokens.ts'

const minute = 60_000

type Limit = {
  most: number
  /** How long something counts, in milliseconds. */
  window: number
  /** Whether the window runs from the first that was counted, or anew from each (so it ends by a pause that long). */
  from: 'first' | 'last'
}

// Failed logins, as promised: 10 per account and address, 30 accounts per address; 100 in a row per account (NIST SP
// 800-63B), which a day without one ends, so that nobody can lock an owner out for good.
const perAccountHere: Limit = { most: 10, window: 15 * minute, from: 'last' }
const accountsHere: Limit = { most: 30, window: 10 * minute, from: 'first' }
const perAccount: Limit = { most: 100, window: 24 * 60 * minute, from: 'last' }
/** Generous, because many people may share an address; it only keeps a script from filling the shop. */
const registrationsHere: Limit = { most: 300, window: 10 * minute, from: 'first' }
const mailsToOne: Limit = { most: 3, window: 60 * minute, from: 'first' }

/** The longest window of all: older counters are worth nothing. */
const longestWindow = perAccount.window

/** Who tries to log in, and from where. `ip` is the address of the socket. */
type Attempt = { email: string; ip: string }

export type Limits = {
  /** Counts a login before its password is looked at, so that a hundred at once are counted too. @throws {ApiError} 429 */
  countAttempt: (attempt: Attempt) => Promise<void>
  /** The password was right: what was counted against the account from here, and in a row, is forgotten. */
  forgive: (attempt: Attempt) => Promise<void>
  /** @throws {ApiError} 429 */
  countRegistration: (ip: string) => Promise<void>
  /** False when this address has had enough mails that anybody can cause; inside the caller's transaction. */
  mayMail: (db: Db, email: string) => Promise<boolean>
}

/** Counters in the database, so that they hold over a restart and for several processes. Off: nothing is counted. */
export function makeLimits({ db, config, clock }: Services): Limits {
  const key = derivedKey(config.sessionSecret, 'rate limits')
  // Neither addresses nor e-mails are readable in the table.
  const named = (...parts: string[]) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url')
  const keysOf = ({ email, ip }: Attempt) => ({
    here: `login:here:${named(email, networkOf(ip))}`,
    seen: `login:seen:${named(email, networkOf(ip))}`,
    spread: `login:spread:${named(networkOf(ip))}`,
    account: `login:account:${named(email)}`,
  })
  const nothing = async () => {}
  if (!config.rateLimit) {
    return {
      countAttempt: nothing,
      forgive: nothing,
      countRegistration: nothing,
      mayMail: async () => true,
    }
  }
  const refuseAbove = async (inside: Db, name: string, limit: Limit): Promise<void> => {
    const now = clock()
    const counted = await count(inside, name, limit, now)
    if (counted.count > limit.most)
      throw tooMany(counted.window_start.getTime() + limit.window - now.getTime())
  }
  return {
    // A refusal undoes the whole, so that what is refused counts nowhere.
    countAttempt: (attempt) =>
      transaction(db, async (inside) => {
        const { here, seen, spread, account } = keysOf(attempt)
        await refuseAbove(inside, here, perAccountHere)
        const again = await count(inside, seen, accountsHere, clock())
        if (again.count === 1) await refuseAbove(inside, spread, accountsHere)
        await refuseAbove(inside, account, perAccount)
      }),
    forgive: (attempt) =>
      transaction(db, async (inside) => {
        const { here, seen, spread, account } = keysOf(attempt)
        const gone = await inside
          .delete(rate_limits)
          .where(inArray(rate_limits.key, [here, seen, account]))
          .returning({ key: rate_limits.key })
        if (gone.some((row) => row.key === seen)) await lower(inside, [spread])
      }),
    countRegistration: (ip) =>
      transaction(db, (inside) => refuseAbove(inside, `register:${named(networkOf(ip))}`, registrationsHere)),
    mayMail: async (inside, email) =>
      (await count(inside, `mail:${named(email)}`, mailsToOne, clock())).count <= mailsToOne.most,
  }
}

/** Removes counters that no longer count. */
export async function sweepLimits(db: Db, now: Date): Promise<void> {
  await db.delete(rate_limits).where(lt(rate_limits.window_start, new Date(now.getTime() - longestWindow)))
}

async function count(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
): Promise<{ count: number; window_start: Date }> {
  const isOver = sql`${rate_limits.window_start} <= ${new Date(now.getTime() - limit.window).toISOString()}::timestamptz`
  // Once full it is left as it is, or whoever goes on trying would never be let in again.
  const begins = limit.from === 'last' ? sql`${isOver} or ${rate_limits.count} < ${limit.most}` : isOver
  const [row] = await db
    .insert(rate_limits)
    .values({ key, window_start: now, count: 1 })
    .onConflictDoUpdate({
      target: rate_limits.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${rate_limits.count} + 1 end`,
        window_start: sql`case when ${begins} then excluded.window_start else ${rate_limits.window_start} end`,
      },
    })
    .returning()
  if (row === undefined) throw new Error('A counter was neither made nor raised')
  return row
}

async function lower(db: Db, keys: string[]): Promise<void> {
  await db
    .update(rate_limits)
    .set({ count: sql`${rate_limits.count} - 1` })
    .where(and(inArray(rate_limits.key, keys), gt(rate_limits.count, 0)))
}

/** @param wait milliseconds until it may be tried again */
function tooMany(wait: number): ApiError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) }
  return new ApiError(429, 'too_many_requests', authTexts.tooManyAttempts, { headers })
}

/** Who counts as one: an IPv4 address, or the /64 of an IPv6 one, all of which belongs to one household. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = (ip.split('%')[0] ?? '').split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const whole =
    tail === undefined
      ? front
      : [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return whole
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}
