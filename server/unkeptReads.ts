import type { FastifyRequest } from 'fastify'
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
