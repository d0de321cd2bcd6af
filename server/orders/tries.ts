import { savedCardTexts } from '#contract/savedCardTexts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { transaction } from '../db/db.ts'
import {
  type Counter,
  type Limit,
  count,
  countingTurns,
  makeLimit,
  namer,
  ofNetwork,
  refuseIfAnyFull,
  rememberFull,
  takeBack,
  tooManyRequests,
} from '../calls/limits.ts'
import { countedWith } from '../calls/networks.ts'
import { ApiError, busy } from '../http/problem.ts'
import type { Services } from '../services.ts'

/** Whose calls are counted with one, as counters call them: its household and, where that is more, its network. */
export type Whence = { household: string; network: string | null }

/** Who tries something, and where. */
type Trier = { customer_id: string; whence: Whence }

/** Names those who are counted with a call, for counters. */
export function whenceNamer(config: Pick<Config, 'sessionSecret'>): (ip: string) => Whence {
  const named = namer(config)
  return (ip) => {
    const { household, network } = countedWith(ip)
    return { household: named(household), network: network === null ? null : named(network) }
  }
}

/** Codes must not be tried out by the thousand, neither in the cart nor with orders. */
export const codeTries = makeLimit({ most: 30, window: 10 * 60_000, from: 'first' })
export const codeTriesOf = (customer_id: string): string => `coupon:${customer_id}`
/** One person may have many accounts, and many people may share one network: so that is counted too, less strictly. */
export const codeTriesHere = makeLimit({ most: 100, window: codeTries.window, from: 'first' })
export const codeTriesNear = ofNetwork(codeTriesHere)
export const codeTriesAt = (where: string): string => `coupon here:${where}`
const tooManyCodes = 'Too many coupon codes have been tried. Please wait a few minutes, or order without one.'

export type CodeLimit = ReturnType<typeof codeLimit>

/** Counts the codes that are tried. To be made once: it remembers who has tried too many. */
export function codeLimit({ db, clock, config }: Services) {
  // Named, or whoever has a good code would not learn that their order is refused for it, and goes through without.
  const full = (limit: Limit) => rememberFull(limit, clock, tooManyCodes, 'coupon_code')
  const [customers, households, networks] = [full(codeTries), full(codeTriesHere), full(codeTriesNear)]
  const turns = countingTurns()
  const countersOf = ({ customer_id, whence: { household, network } }: Trier): Counter[] => [
    { ...customers, key: codeTriesOf(customer_id) },
    { ...households, key: codeTriesAt(household) },
    ...(network === null ? [] : [{ ...networks, key: codeTriesAt(network) }]),
  ]

  async function countAll(trier: Trier): Promise<void> {
    const counters = countersOf(trier)
    refuseIfAnyFull(counters)
    // A refusal undoes the whole, so that what is refused counts nowhere.
    await transaction(db, async (inside) => {
      for (const counter of counters) await counter.countOrRefuse(inside, counter.key)
    })
  }

  return {
    /** @throws {ApiError} 429 once a customer has tried too many codes, or all of their household or network have */
    async count(trier: Trier): Promise<void> {
      if (config.rateLimit) await countAll(trier)
    },
    /** Takes back what was counted of a code that was right. */
    async forgive(trier: Trier): Promise<void> {
      if (config.rateLimit) await takeBack(db, countersOf(trier))
    },
    /**
     * Counts a code that an order was refused for. Few at a time: a crowd of one network, which waits for one row, would
     * take the database's connections.
     * @throws {ApiError} 429 once there were too many, 503
     */
    async countIfCode(trier: Trier, error: unknown): Promise<void> {
      const isCode = error instanceof ApiError && ['coupon_invalid', 'coupon_expired'].includes(error.code)
      if (isCode && config.rateLimit) await turns.pass(() => countAll(trier))
    },
  }
}

/**
 * Nobody buys this often; a script that orders and cancels would fill the books. Counted from the orders themselves, so
 * that one sent again, which has its answer, is none more.
 */
export const ordersOfOne = { most: 60, window: 60 * 60_000 }
const tooManyOrders = 'You have placed a great many orders. Please wait a while and try again.'

/** @param full since when there have been as many as may be @throws {ApiError} 429 */
export function refuseTooManyOrders({ clock }: Services, full: string | null): void {
  if (full !== null) throw tooManyRequests(new Date(full), ordersOfOne.window, clock(), tooManyOrders)
}

/**
 * Nobody must be able to find out by orders which of many stolen cards are good. Attempts are counted from their
 * records.
 */
export const cardTries = { most: 20, window: 10 * 60_000 }

/** A customer's attempts of late that were declined or have no answer yet, and when the first of them was. */
export type CardTries = { count: number; first: string | null }

/** Where a customer is, is counted here, too. */
const cardTriesHere = makeLimit({ most: 40, window: cardTries.window, from: 'first' })
const cardTriesNear = ofNetwork(cardTriesHere)
export const cardTriesAt = (where: string): string => `declined:${where}`

/** Checkouts of which nobody knows yet whether they are declined, by their households. */
export type Undecided = {
  /** Counts one more; returns how many there were. To be called before what was declined is read. */
  enter: (household: string) => number
  /** To be called once its decline is written down, if it is one. */
  leave: (household: string) => void
}

export function makeUndecided(): Undecided {
  const counts = new Map<string, number>()
  const countOf = (household: string) => counts.get(household) ?? 0
  return {
    enter(household) {
      const others = countOf(household)
      counts.set(household, others + 1)
      return others
    },
    leave(household) {
      const left = countOf(household) - 1
      if (left > 0) counts.set(household, left)
      else counts.delete(household)
    },
  }
}

/**
 * For a household, counts the `undecided` attempts too, as long as they are that: a gateway takes seconds, in which any
 * number could be tried. A caller for whom these leave no room is only told to try again: usually they are approved,
 * and an office may order at once.
 * @throws {ApiError} 429 once too many of a customer's cards were declined, or too many that came from where they are,
 * 503
 */
export function refuseAfterTooMany(
  { clock, config }: Services,
  theirs: CardTries,
  here: CardTries | null,
  near: CardTries | null,
  undecided: number,
): void {
  if (!config.rateLimit) return
  for (const [tries, { most, window }] of [
    [theirs, cardTries],
    [here, cardTriesHere],
    [near, cardTriesNear],
  ] as const) {
    if (tries === null || tries.count < most || tries.first === null) continue
    throw tooManyRequests(new Date(tries.first), window, clock(), savedCardTexts.tooMany)
  }
  if ((here?.count ?? 0) + undecided >= cardTriesHere.most) throw busy
}

/** Only what was declined is written down: a good order is no statement longer. */
export async function countDeclined({ config, clock }: Services, db: Db, whence: Whence): Promise<void> {
  if (!config.rateLimit) return
  const { household, network } = whence
  await count(db, cardTriesAt(household), cardTriesHere, clock())
  if (network !== null) await count(db, cardTriesAt(network), cardTriesNear, clock())
}
