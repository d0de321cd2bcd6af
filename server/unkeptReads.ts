import type { FastifyRequest } from 'fastify'
import { answerAtOnce } from './atOnce.ts'
import { type App, refusalAt } from './fastify.ts'
import { makeGate } from './gate.ts'
import { tally } from './metrics/tally.ts'
import { isFromOutside } from './outside.ts'
import { partsOf } from './partsOf.ts'

/** So many of a kind are read at a time, and so many wait: enough for all who look at what they just wrote or ordered. */
const mostAtOnce = 8
const longestQueue = 54

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
