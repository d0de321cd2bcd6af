import type { FastifyRequest } from 'fastify'
import { makeFairGate } from './fairGate.ts'
import { networkOf } from '../calls/networks.ts'
import { tally } from '../metrics/tally.ts'

/** As few as of customers' own changes (`ownTurns.ts`), and as many may wait: hundreds are done a second. */
const mostAtOnce = 4
const longestQueue = 500

/**
 * Queues calls that anybody can make, with the token of a session or of a mailed link, or with one that is nobody's,
 * which only the database can tell: a crowd's statements would be ahead of every checkout's there. Each kind has a
 * queue of its own, in which networks take turns, so that nobody who is signed in is kept from a new token, or from
 * signing out, by whoever tries out tokens.
 */
export function tokenTurns() {
  const gate = makeFairGate(mostAtOnce, longestQueue, tally.tokenCalls)
  return {
    /** A hook that refuses, before its body is read, a call that would wait behind too many. */
    onRequest: async ({ ip }: FastifyRequest): Promise<void> => gate.makeSureOfRoom(networkOf(ip)),
    pass: <T>({ ip }: FastifyRequest, work: () => Promise<T>): Promise<T> => gate.pass(networkOf(ip), work),
  }
}
