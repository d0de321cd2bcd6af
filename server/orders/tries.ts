import { savedCardTexts } from '#contract/savedCardTexts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { count, lower, makeLimit, namer, networkOf, refuseAbove, tooManyRequests } from '../limits.ts'
import { ApiError, busy } from '../problem.ts'
import type { Services } from '../services.ts'

/** Codes must not be tried out by the thousand, neither in the cart nor with orders. */
export const codeTries = makeLimit({ most: 30, window: 10 * 60_000, from: 'first' })
export const codeTriesOf = (customer_id: string): string => `coupon:${customer_id}`
const tooManyCodes = 'Too many attempts. Please try again in a few minutes.'

/** @throws {ApiError} 429 once a customer has tried too many codes */
export async function countCode({ db, clock, config }: Services, customer_id: string): Promise<void> {
  if (!config.rateLimit) return
  await refuseAbove(db, codeTriesOf(customer_id), codeTries, clock(), tooManyCodes)
}

/** Takes back what {@link countCode} has counted, of a code that was right. */
export async function forgiveCode({ db, config }: Services, customer_id: string): Promise<void> {
  if (config.rateLimit) await lower(db, [codeTriesOf(customer_id)])
}

/** Counts a code that an order was refused for. @throws {ApiError} 429 once there were too many */
export async function countIfCode(services: Services, customer_id: string, error: unknown): Promise<void> {
  const isCode = error instanceof ApiError && ['coupon_invalid', 'coupon_expired'].includes(error.code)
  if (isCode) await countCode(services, customer_id)
}

/**
 * Nobody must be able to find out by orders which of many stolen cards are good. Attempts are counted from their
 * records.
 */
export const cardTries = { most: 20, window: 10 * 60_000 }

/** A customer's attempts of late that were declined or have no answer yet, and when the first of them was. */
export type CardTries = { count: number; first: string | null }

/**
 * One person may have many accounts, and many people may share one network: so the network is counted too, but less
 * strictly.
 */
const cardTriesHere = makeLimit({ most: 40, window: cardTries.window, from: 'first' })

/** Names the counter of the network that a call comes from. */
export function cardTriesOf(config: Pick<Config, 'sessionSecret'>): (ip: string) => string {
  const named = namer(config)
  return (ip) => `declined:${named(networkOf(ip))}`
}

/** Checkouts of which nobody knows yet whether they are declined, by the counters of their networks. */
export type Undecided = {
  /** Counts one more; returns how many there were. To be called before what was declined is read. */
  enter: (network: string) => number
  /** To be called once its decline is written down, if it is one. */
  leave: (network: string) => void
}

export function makeUndecided(): Undecided {
  const counts = new Map<string, number>()
  const countOf = (network: string) => counts.get(network) ?? 0
  return {
    enter(network) {
      const others = countOf(network)
      counts.set(network, others + 1)
      return others
    },
    leave(network) {
      const left = countOf(network) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    },
  }
}

/**
 * For a network, counts the `undecided` attempts too, as long as they are that: a gateway takes seconds, in which any
 * number could be tried. A caller for whom these leave no room is only told to try again: usually they are approved,
 * and an office may order at once.
 * @throws {ApiError} 429 once too many of a customer's cards were declined, or too many that came from their network,
 * 503
 */
export function refuseAfterTooMany(
  { clock, config }: Services,
  theirs: CardTries,
  here: CardTries | null,
  undecided: number,
): void {
  if (!config.rateLimit) return
  for (const [tries, { most, window }] of [
    [theirs, cardTries],
    [here, cardTriesHere],
  ] as const) {
    if (tries === null || tries.count < most || tries.first === null) continue
    throw tooManyRequests(new Date(tries.first), window, clock(), savedCardTexts.tooMany)
  }
  if ((here?.count ?? 0) + undecided >= cardTriesHere.most) throw busy
}

/** Only what was declined is written down: a good order is no statement longer. */
export async function countDeclined({ config, clock }: Services, db: Db, network: string): Promise<void> {
  if (config.rateLimit) await count(db, network, cardTriesHere, clock())
}
