import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/fastify.ts'
import { networkOf } from '../calls/networks.ts'
import { makeFairGate } from './fairGate.ts'
import { tally } from '../metrics/tally.ts'
import { isFromOutside } from '../http/outside.ts'
import { refuseWhileFull } from './refuseWhileFull.ts'

/** Few: there are several kinds, a page requests some of them at once, and a change is up to a dozen statements. */
const mostAtOnce = 4
/** Hundreds are done a second, and a signed-in customer is refused as rarely as at a checkout. */
const longestQueue = 500

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set where a call waits for a password hash or the payment gateway: meanwhile it would hold its turn. What it asks the
     * database before that, it does in a {@link Turn}.
     */
    waitsElsewhere?: true
  }
}

/** Does a part of a call in a turn of its customer's changes. @throws {ApiError} 503 when too many wait already */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>
export type TurnOf = (request: FastifyRequest) => Turn

/**
 * Queues everything that customers read of their own in `scope`, and in another queue everything that they change: a
 * crowd's statements would be ahead of every checkout's at the database. Networks take turns: an account is free, and
 * nobody's script may keep all others from their carts. `check` is run on each call first, in a turn of the same queue,
 * because it asks the database, too; a call that would wait behind too many is refused before that, and before its body
 * is read. Returns the replacement for `check`, and the turns for parts of the calls that are not queued as a whole.
 *
 * A turn ends when the handler's promise resolves: a handler that returned its `reply` would hold it until all of the
 * answer is sent.
 */
export function ownCallsInTurn<T>(
  scope: App,
  check: (request: FastifyRequest) => Promise<T>,
): { check: (request: FastifyRequest) => Promise<T>; turnOf: TurnOf } {
  const reads = makeFairGate(mostAtOnce, longestQueue, tally.ownReads)
  const writes = makeFairGate(mostAtOnce, longestQueue, tally.ownWrites)
  const gateFor = (request: FastifyRequest) => {
    if (!isFromOutside(request) || request.routeOptions.config.waitsElsewhere) return null
    return isRead(request.method) ? reads : writes
  }
  scope.addHook('onRoute', (route) => {
    const { url, handler } = route
    route.handler = async function inTurn(request: FastifyRequest, reply: FastifyReply) {
      const answer = async (): Promise<unknown> => handler.call(this, request, reply)
      return gateFor(request)?.passAgain(networkOf(request.ip), answer) ?? answer()
    }
    if ([route.method].flat().every(isRead)) refuseWhileFull(scope, url, reads)
  })
  return {
    check: (request) => gateFor(request)?.pass(networkOf(request.ip), () => check(request)) ?? check(request),
    turnOf: (request) => (work) =>
      isFromOutside(request) ? writes.pass(networkOf(request.ip), work) : work(),
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
