import { savedCardTexts } from '#contract/savedCards.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { count, lower, namer, networkOf, refuseAbove, tooManyRequests } from '../limits.ts'
import type { Limit } from '../limits.ts'
import { ApiError } from '../problem.ts'
import type { Services } from '../services.ts'

/** Codes must not be tried out by the thousand, neither in the cart nor with orders. */
export const codeTries: Limit = { most: 30, window: 10 * 60_000, from: 'first' }
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

/** Nobody shall find out by orders which of many stolen cards are good. Attempts are counted as they are noted. */
export const cardTries = { most: 20, window: 10 * 60_000 }

/** A customer's attempts of late that were declined or have no answer yet, and when the first of them was. */
export type CardTries = { count: number; first: string | null }

/** One person may have many accounts, and many people one network: so that one is counted too, but not as strictly. */
const cardTriesHere: Limit = { most: 40, window: cardTries.window, from: 'first' }

/** Names the counter of the network that a call comes from. */
export function cardTriesOf(config: Pick<Config, 'sessionSecret'>): (ip: string) => string {
  const named = namer(config)
  return (ip) => `declined:${named(networkOf(ip))}`
}

/** @throws {ApiError} 429 once too many of a customer's cards were declined, or too many that came from their network */
export function refuseAfterTooMany(
  { clock, config }: Services,
  theirs: CardTries,
  here: CardTries | null,
): void {
  if (!config.rateLimit) return
  for (const [tries, { most, window }] of [
    [theirs, cardTries],
    [here, cardTriesHere],
  ] as const) {
    if (tries === null || tries.count < most || tries.first === null) continue
    throw tooManyRequests(new Date(tries.first), window, clock(), savedCardTexts.tooMany)
  }
}

/** Only what was declined is written down: a good order is no statement longer. */
export async function countDeclined({ config, clock }: Services, db: Db, network: string): Promise<void> {
  if (config.rateLimit) await count(db, network, cardTriesHere, clock())
}
