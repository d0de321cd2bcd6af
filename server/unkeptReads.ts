import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerAtOnce } from './atOnce.ts'
import { type App, refusalAt } from './fastify.ts'
import { makeGate } from './gate.ts'
import { tally } from './metrics/tally.ts'
import { isFromOutside } from './outside.ts'
import { partsOf } from './partsOf.ts'

/** So many of a kind are read at a time, and so many wait: enough for all who look at what they just wrote or ordered. */
const mostAtOnce = 8
const longestQueue = 54

/** Of a customer's own things: fewer, because of these there are several kinds, and a page asks for some of them at once. */
const mostOwnAtOnce = 4
/** They are read by hundreds a second, and who is signed in is sent away as seldom as from a checkout. */
const longestOwnQueue = 500

/**
 * Turns at a public read, at `url` of `app`, whose answer no memory can give, such as one that is another for each who
 * asks: without them a crowd's readings would stand before every checkout at the database. They are this address's own,
 * and who would wait behind too many is refused before anything is made of the call. What a page asks of its own process
 * is done in the page's turn.
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
 * Turns at all that is read in `scope`, in which `check` is made of each call first: a customer's own things, which no
 * memory may keep, and of which a crowd's readings would stand before every checkout like those of {@link turnsAt}. The
 * check takes its turn with the reading, because it asks the database, too. Gives what to have made of a call in its place.
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
