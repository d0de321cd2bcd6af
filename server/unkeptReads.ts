import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerAtOnce } from './atOnce.ts'
import { type App, refusalAt } from './fastify.ts'
import { makeGate } from './gate.ts'
import { tally } from './metrics/tally.ts'
import { isFromOutside } from './outside.ts'
import { partsOf } from './partsOf.ts'

/**
 * How many of a kind are read at a time, and how many wait: enough for everybody who looks at what they have just
 * written or ordered.
 */
const mostAtOnce = 8
const longestQueue = 54

/** Fewer for customers' own data: there are several kinds, and a page requests some of them at once. */
const mostOwnAtOnce = 4
/** They are read by hundreds a second, and a signed-in customer is refused as rarely as at a checkout. */
const longestOwnQueue = 500

/**
 * Queues a public read, at `url` of `app`, whose answer cannot be cached, for instance because it differs for each
 * caller: without a queue a crowd's reads would be ahead of every checkout at the database. The queue is this address's
 * own, and a call that would wait behind too many is refused before the framework sees it. What a page asks of its own
 * process is read in the page's own turn.
 * @throws {ApiError} 503 from what it gives
 */
export function turnsAt(app: App, url: string) {
  const gate = makeGate(mostAtOnce, longestQueue, tally.reads)
  const { pattern, refusal } = refusalAt(app, app.prefix + url)
  answerAtOnce(app, (asked) => (gate.isFull() && pattern.test(partsOf(asked).path) ? refusal : undefined))
  return <T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> =>
    isFromOutside(request) ? gate.pass(read) : read()
}

/**
 * Queues everything read in `scope`, where `check` is run on each call first: a customer's own data, which may not be
 * cached, and of which a crowd's reads would be ahead of every checkout like those of {@link turnsAt}. The check runs
 * in the same turn as the read, because it asks the database, too. Returns the replacement for `check`.
 */
export function ownReadsInTurn<T>(scope: App, check: (request: FastifyRequest) => Promise<T>) {
  const gate = makeGate(mostOwnAtOnce, longestOwnQueue, tally.ownReads)
  const takesTurn = (request: FastifyRequest) => isRead(request.method) && isFromOutside(request)
  scope.addHook('onRoute', (route) => {
    if (![route.method].flat().every(isRead)) return
    const { url, handler } = route
    route.handler = async function inTurn(request: FastifyRequest, reply: FastifyReply) {
      const read = async (): Promise<unknown> => handler.call(this, request, reply)
      return takesTurn(request) ? gate.passAgain(read) : read()
    }
    const { pattern, refusal } = refusalAt(scope, url)
    answerAtOnce(scope, (asked) => (gate.isFull() && pattern.test(partsOf(asked).path) ? refusal : undefined))
  })
  return (request: FastifyRequest): Promise<T> =>
    takesTurn(request) ? gate.pass(() => check(request)) : check(request)
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'
