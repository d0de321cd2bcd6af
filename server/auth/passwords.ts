import { randomBytes } from 'node:crypto'
import { networkOf } from '../calls/networks.ts'
import { type FairGate, makeFairGate } from '../queues/fairGate.ts'
import { tally } from '../metrics/tally.ts'
import { hash, verify } from './hashing.ts'

/** 19 MiB (in KiB) and two passes: OWASP's first choice for argon2id on a server. */
const owasps = { memoryCost: 19_456, timeCost: 2 }
type Cost = typeof owasps
const parallelism = 1

/** As many threads hash, and they yield to the one that answers requests (`hashing.ts`). */
const mostInFlight = 2
const longestQueue = 50

/** Takes as long without a hash (no such account) as with one; returns false then. */
type Verify = (password: string, stored: string | null) => Promise<boolean>

/** `ip` is where the call comes from: networks take turns. */
export type Passwords = {
  /** Where they wait. */
  gate: Pick<FairGate, 'isFull' | 'isFullFor'>
  /**
   * To be asked before anything of a call is read, when refusing costs next to nothing.
   * @throws {ApiError} 503
   */
  makeSureOfRoom: (ip: string) => void
  /** @throws {ApiError} 503 when too many wait already, or of its network while it waits; so does the other */
  hash: (ip: string, password: string) => Promise<string>
  /**
   * Queues `work`, which checks a password. Count the attempt inside `work`, and take it back there if the password is
   * right: then no more right ones than are in flight are counted at any time.
   */
  inTurn: <T>(ip: string, work: (verify: Verify) => Promise<T>) => Promise<T>
}

/**
 * argon2id (what the package does unless told otherwise), at most `inFlight` at a time and `queue` waiting. Whoever
 * floods one network's logins, even with calls that are refused at once, must not keep everybody else from theirs.
 * @param given its `cost` is for tests of other things, in which nobody guesses passwords
 */
export function passwordHasher(given: { inFlight?: number; queue?: number; cost?: Cost } = {}): Passwords {
  const { inFlight = mostInFlight, queue = longestQueue, cost = owasps } = given
  const gate = makeFairGate(inFlight, queue, tally.hashes)
  const nobodys = hashOfNothing(cost)
  const verifyNow: Verify = async (password, stored) =>
    (await verify(stored ?? nobodys, password)) && stored !== null
  return {
    gate,
    makeSureOfRoom: (ip) => gate.makeSureOfRoom(networkOf(ip)),
    hash: (ip, password) => gate.pass(networkOf(ip), () => hash(password, { ...cost, parallelism })),
    inTurn: (ip, work) => gate.pass(networkOf(ip), () => work(verifyNow)),
  }
}

/** Well-formed, no cheaper to check than another, and the hash of no password. */
function hashOfNothing({ memoryCost, timeCost }: Cost): string {
  const part = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${part(16)}$${part(32)}`
}
