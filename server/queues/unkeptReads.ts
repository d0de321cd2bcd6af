import type { FastifyRequest } from 'fastify'
import type { App } from '../http/fastify.ts'
import { networkOf } from '../calls/networks.ts'
import { makeFairGate } from './fairGate.ts'
import { tally } from '../metrics/tally.ts'
import { isFromOutside } from '../http/outside.ts'
import { refuseWhileFull } from './refuseWhileFull.ts'

/**
 * How many of a kind are read at a time, and how many wait: enough for everybody who looks at what they have just
 * written or ordered.
 */
const mostAtOnce = 8
const longestQueue = 54

/**
 * Queues a public read, at `url` of `app`, whose answer cannot be cached, for instance because it differs for each
 * caller: without a queue a crowd's reads would be ahead of every checkout at the database. The queue is this address's
 * own, networks take turns in it, and a call that would wait behind too many is refused before the framework sees it.
 * What a page asks of its own process is read in the page's own turn.
 * @throws {ApiError} 503 from what it gives
 */
export function turnsAt(app: App, url: string) {
  const gate = makeFairGate(mostAtOnce, longestQueue, tally.reads)
  refuseWhileFull(app, app.prefix + url, gate)
  return <T>(request: FastifyRequest, read: () => Promise<T>): Promise<T> =>
    isFromOutside(request) ? gate.pass(networkOf(request.ip), read) : read()
}
