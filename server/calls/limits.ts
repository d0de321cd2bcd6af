import { createHmac } from 'node:crypto'
import { and, gt, inArray, lt, sql } from 'drizzle-orm'
import { keep } from '../answers/bounded.ts'
import type { Config } from '../config.ts'
import { retried } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { removeInPortions } from '../db/portions.ts'
import { rate_limits } from '../db/schema/jobs.ts'
import { derivedKey } from '../derivedKey.ts'
import { type Gate, makeGate } from '../queues/gate.ts'
import { ApiError } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { countedWith, mostOfNetwork } from './networks.ts'

export type Limit = Readonly<{
  most: number
  /** How long something counts, in milliseconds. */
  window: number
  /** Whether the window runs from the first count, or restarts at each (so that a pause of that length ends it). */
  from: 'first' | 'last'
}>

/**
 * How far apart the clocks of servers that share the counters may be, in milliseconds: a window that one server begins
 * must still count on another, or guessing at each server in turn would never exceed the limit.
 */
const clocksApart = 5 * 60_000

/**
 * Counts from later than this were made by a clock that was ahead and has been set back. They are ignored: otherwise
 * nobody would be let in until that time has come, which may be weeks.
 */
export const countedUntil = (now: Date): Date => new Date(now.getTime() + clocksApart)

const limits = new Set<Limit>()

/** Limits must be made here: the sweep has to know how long each one's counts matter. */
export function makeLimit(limit: Limit): Limit {
  limits.add(limit)
  return limit
}

/** The same limit for all of a network together. */
export const ofNetwork = (limit: Limit): Limit => makeLimit({ ...limit, most: mostOfNetwork(limit.most) })

/** Counters' names are hashed: neither addresses nor emails are readable in the table. */
export function namer({ sessionSecret }: Pick<Config, 'sessionSecret'>): (...parts: string[]) => string {
  const key = derivedKey(sessionSecret, 'rate limits')
  return (...parts) => createHmac('sha256', key).update(parts.join('\n')).digest('base64url')
}

/** How many of a limit's calls are counted at a time: all callers of a network wait for one row. */
const countedAtOnce = 2
const longestQueue = 500
/** Of how many networks a process remembers, for each limit, that they have reached it. */
const mostFull = 10_000

/**
 * Limits how often one household may make a call, and all of a network together. A call is counted before anything
 * else is done, so that a hundred at once count too; `forgive` takes back one, or as many as it is told. Counters are in
 * the database: they survive a restart and hold for several processes. Few are raised at a time, so that no crowd of
 * callers takes the database's connections; and while a household's or a network's time is not over the process that
 * refused it asks nobody before it does so again.
 */
export function callLimit(
  { db, config, clock }: Services,
  { name, message, most, window, from }: Limit & { name: string; message: string },
) {
  const limit = makeLimit({ most, window, from })
  const named = namer(config)
  const keyOf = (who: string) => `${name}:${named(who)}`
  const turns = countingTurns()
  const households = rememberFull(limit, clock, message)
  const networks = rememberFull(ofNetwork(limit), clock, message)
  const countersOf = (ip: string): Counter[] => {
    const { household, network } = countedWith(ip)
    const theirs = { ...households, key: keyOf(household) }
    return network === null ? [theirs] : [theirs, { ...networks, key: keyOf(network) }]
  }
  return {
    /** @throws {ApiError} 429 with `Retry-After`, 503 */
    count: async (ip: string): Promise<void> => {
      if (!config.rateLimit) return
      const counters = countersOf(ip)
      refuseIfAnyFull(counters)
      await turns.pass(async () => {
        // Again: those before it in the queue may have been the last.
        refuseIfAnyFull(counters)
        for (const counter of counters) await counter.countOrRefuse(db, counter.key)
      })
    },
    forgive: async (ip: string, calls = 1): Promise<void> => {
      if (!config.rateLimit) return
      await takeBack(db, countersOf(ip), calls)
    },
  }
}

/** Where those wait whose calls are to be counted. */
export const countingTurns = (): Gate => makeGate(countedAtOnce, longestQueue)

/**
 * A limit's counters that this process has seen full, so that it need not ask before it refuses again. `field` is the one
 * that was tried.
 */
export function rememberFull(limit: Limit, clock: () => Date, message: string, field?: string) {
  const { most, window } = limit
  /** When their windows began. */
  const full = new Map<string, Date>()
  return {
    /** @throws {ApiError} 429 with `Retry-After` */
    refuseIfFull(key: string): void {
      const begun = full.get(key)
      if (begun === undefined) return
      const now = clock()
      const isOver = begun.getTime() + window <= now.getTime() || begun > countedUntil(now)
      if (!isOver) throw tooManyRequests(begun, window, now, message, field)
      full.delete(key)
    },
    /** Counts one more. @throws {ApiError} 429 with `Retry-After` */
    async countOrRefuse(db: Db, key: string): Promise<void> {
      const now = clock()
      const counted = await count(db, key, limit, now)
      if (counted.count <= most) return
      keep(full, mostFull, key, counted.window_start)
      throw tooManyRequests(counted.window_start, window, now, message, field)
    },
    /** For one that was taken back. */
    forget: (key: string): void => void full.delete(key),
  }
}

/** One of those that count a call, and what they call it. */
export type Counter = ReturnType<typeof rememberFull> & { key: string }

/** @throws {ApiError} 429 with `Retry-After` */
export function refuseIfAnyFull(counters: readonly Counter[]): void {
  for (const counter of counters) counter.refuseIfFull(counter.key)
}

/** Takes back one call that all of them have counted, or as many. */
export async function takeBack(db: Db, counters: readonly Counter[], calls = 1): Promise<void> {
  const keys = counters.map(({ key }) => key)
  await retried(() => lower(db, keys, calls))
  for (const { forget, key } of counters) forget(key)
}

/** @throws {ApiError} 429 with `Retry-After` and this message, once it was counted too often */
export async function refuseAbove(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
  message: string,
): Promise<void> {
  const counted = await count(db, key, limit, now)
  if (counted.count <= limit.most) return
  throw tooManyRequests(counted.window_start, limit.window, now, message)
}

/** For a caller who may try again when the window that began then is over; `field` is the one that was tried. */
export function tooManyRequests(
  begun: Date,
  window: number,
  now: Date,
  message: string,
  field?: string,
): ApiError {
  const wait = begun.getTime() + window - now.getTime()
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(wait / 1_000))) }
  const errors = field === undefined ? {} : { errors: { [field]: [message] } }
  return new ApiError(429, 'too_many_requests', message, { headers, ...errors })
}

/** Counts one more, and gives what it has come to. */
export async function count(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
): Promise<{ count: number; window_start: Date }> {
  if (!limits.has(limit)) throw new Error('A limit is to be made by makeLimit')
  const ended = new Date(now.getTime() - limit.window).toISOString()
  const isOver = sql`(${rate_limits.window_start} <= ${ended}::timestamptz
    or ${rate_limits.window_start} > ${countedUntil(now).toISOString()}::timestamptz)`
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

/**
 * The SQL that counts as {@link count} does, for a statement that does something else as well: it raises the counter of
 * each `key` in `source` by its `calls`, at its `now`, and returns `key` and `count`. Keys are raised in sorted order, so
 * that no two servers deadlock.
 */
export function raising({ window, from }: Limit, source: string): string {
  if (from !== 'first') throw new Error('Whose window restarts at each count is counted by itself')
  const later = (milliseconds: number) => `excluded.window_start + interval '${milliseconds} milliseconds'`
  const isOver = `(rate_limits.window_start <= ${later(-window)} or rate_limits.window_start > ${later(clocksApart)})`
  return `insert into rate_limits (key, window_start, count) select key, now, calls from ${source} order by key
    on conflict (key) do update set
      count = case when ${isOver} then excluded.count else rate_limits.count + excluded.count end,
      window_start = case when ${isOver} then excluded.window_start else rate_limits.window_start end
    returning key, count`
}

/** Removes counters that none of the limits would still count. */
export async function sweepLimits(db: Db, now: Date, closing?: AbortSignal): Promise<void> {
  const longest = Math.max(...[...limits].map(({ window }) => window))
  const begun = rate_limits.window_start
  await removeInPortions(db, rate_limits, lt(begun, new Date(now.getTime() - longest)), closing)
  await removeInPortions(db, rate_limits, gt(begun, countedUntil(now)), closing)
}

/** Begins them anew. Returns those that there were. */
export async function forget(db: Db, keys: string[]): Promise<string[]> {
  const gone = await db
    .delete(rate_limits)
    .where(inArray(rate_limits.key, keys))
    .returning({ key: rate_limits.key })
  return gone.map(({ key }) => key)
}

/** Takes so many back from each, of those that there are. */
export async function lower(db: Db, keys: string[], by = 1): Promise<void> {
  await db
    .update(rate_limits)
    .set({ count: sql`greatest(${rate_limits.count} - ${by}::int, 0)` })
    .where(and(inArray(rate_limits.key, keys), gt(rate_limits.count, 0)))
}
