import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerAtOnce } from './atOnce.ts'
import { type App, refusalAt } from './fastify.ts'
import { makeGate } from './gate.ts'
import { tally } from './metrics/tally.ts'
import { isFromOutside } from './outside.ts'
import { partsOf } from './partsOf.ts'

/** Few: there are several kinds, a page asks for some of them at once, and a change is up to a dozen statements. */
const mostAtOnce = 4
/** They are done by hundreds a second, and who is signed in is sent away as seldom as from a checkout. */
const longestQueue = 500

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Said of what waits for a password's hash or the payment gateway: it would keep its turn from others meanwhile. */
    waitsElsewhere?: true
  }
}

/**
 * Turns at all that customers read of their own in `scope`, and others at all that they change: a crowd's statements
 * would stand before every checkout's at the database. `check`, which is made of each call first, takes its turn like the
 * call, because it asks the database, too; who would wait behind too many is refused before that, and before anything of
 * the call is read. Gives what to have made of a call in place of the check.
 *
 * A turn ends with what a handler gives: one that gave its `reply` would keep it until all of that is sent.
 */
export function ownCallsInTurn<T>(scope: App, check: (request: FastifyRequest) => Promise<T>) {
  const reads = makeGate(mostAtOnce, longestQueue, tally.ownReads)
  const writes = makeGate(mostAtOnce, longestQueue, tally.ownWrites)
  const gateFor = (request: FastifyRequest) => {
    if (!isFromOutside(request) || request.routeOptions.config.waitsElsewhere) return null
    return isRead(request.method) ? reads : writes
  }
  scope.addHook('onRoute', (route) => {
    const { url, handler } = route
    route.handler = async function inTurn(request: FastifyRequest, reply: FastifyReply) {
      const answer = async (): Promise<unknown> => handler.call(this, request, reply)
      return gateFor(request)?.passAgain(answer) ?? answer()
    }
    if (![route.method].flat().every(isRead)) return
    const { pattern, refusal } = refusalAt(scope, url)
    answerAtOnce(scope, (asked) =>
      reads.isFull() && pattern.test(partsOf(asked).path) ? refusal : undefined,
    )
  })
  return (request: FastifyRequest): Promise<T> =>
    gateFor(request)?.pass(() => check(request)) ?? check(request)
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
