import { authTexts } from '#contract/authTexts.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import {
  type Limit,
  callLimit,
  count,
  forget,
  lower,
  makeLimit,
  namer,
  ofNetwork,
  refuseAbove,
} from '../calls/limits.ts'
import { countedWith } from '../calls/networks.ts'
import type { Services } from '../services.ts'

const minute = 60_000

// Failed logins, as promised: 10 per account and address, 30 accounts per address; 100 in a row per account (NIST SP
// 800-63B). A day without one resets that last count, so that nobody can lock an owner out for good.
const perAccountHere = makeLimit({ most: 10, window: 15 * minute, from: 'last' })
const accountsHere = makeLimit({ most: 30, window: 10 * minute, from: 'first' })
const accountsNear = ofNetwork(accountsHere)
const perAccount = makeLimit({ most: 100, window: 24 * 60 * minute, from: 'last' })
/** Generous, because many people may share an address; it only keeps a script from filling the shop. */
const registrationsHere = { most: 300, window: 10 * minute, from: 'first' } as const
/**
 * Each exchange stores a token for as long as its session may last. A browser makes one exchange in a quarter of an
 * hour, and one more for each answer that is lost.
 */
const refreshesOfOne = makeLimit({ most: 60, window: 10 * minute, from: 'first' })

/** Who tries to log in, and from where. `ip` is the address of the socket, or what trusted proxies say it is. */
type Attempt = { email: string; ip: string }

export type Limits = {
  /** Counts a login before its password is looked at, so that a hundred at once are counted too. @throws {ApiError} 429 */
  countAttempt: (attempt: Attempt) => Promise<void>
  /** The password was right: the count for the account from this address, and the count in a row, are reset. */
  forgive: (attempt: Attempt) => Promise<void>
  /** @throws {ApiError} 429, 503 */
  countRegistration: (ip: string) => Promise<void>
  /** Inside the exchange, which a refusal undoes. @throws {ApiError} 429 */
  countRefresh: (inside: Db, session_id: string) => Promise<void>
}

/** Counters in the database, so that they hold over a restart and for several processes. Off: nothing is counted. */
export function makeLimits(services: Services): Limits {
  const { db, config, clock } = services
  const named = namer(config)
  const keysOf = ({ email, ip }: Attempt) => {
    const { household, network } = countedWith(ip)
    return {
      here: `login:here:${named(email, household)}`,
      seen: `login:seen:${named(email, household)}`,
      spread: `login:spread:${named(household)}`,
      near: network === null ? null : `login:spread:${named(network)}`,
      account: `login:account:${named(email)}`,
    }
  }
  const registrations = callLimit(services, {
    ...registrationsHere,
    name: 'register',
    message: authTexts.tooManyAttempts,
  })
  const nothing = async () => {}
  if (!config.rateLimit) {
    return {
      countAttempt: nothing,
      forgive: nothing,
      countRegistration: nothing,
      countRefresh: nothing,
    }
  }
  const refuse = (inside: Db, name: string, limit: Limit) =>
    refuseAbove(inside, name, limit, clock(), authTexts.tooManyAttempts)
  return {
    // A refusal undoes the whole, so that what is refused counts nowhere.
    countAttempt: (attempt) =>
      transaction(db, async (inside) => {
        const { here, seen, spread, near, account } = keysOf(attempt)
        await refuse(inside, here, perAccountHere)
        const again = await count(inside, seen, accountsHere, clock())
        if (again.count === 1) {
          await refuse(inside, spread, accountsHere)
          if (near !== null) await refuse(inside, near, accountsNear)
        }
        await refuse(inside, account, perAccount)
      }),
    forgive: (attempt) =>
      transaction(db, async (inside) => {
        const { here, seen, spread, near, account } = keysOf(attempt)
        const gone = await forget(inside, [here, seen, account])
        if (gone.includes(seen)) await lower(inside, near === null ? [spread] : [spread, near])
      }),
    countRegistration: registrations.count,
    countRefresh: (inside, session_id) => refuse(inside, `refresh:${session_id}`, refreshesOfOne),
  }
}
