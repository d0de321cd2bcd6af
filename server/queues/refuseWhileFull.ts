import { answerAtOnce } from '../answers/atOnce.ts'
import { type App, refusalAt } from '../http/fastify.ts'
import type { FairGate } from './fairGate.ts'
import { partsOf } from '../http/partsOf.ts'

/**
 * Refuses each GET of `route`, with its prefix, before the framework sees it, for as long as `gate` is full for the
 * caller's network.
 */
export function refuseWhileFull(app: App, route: string, gate: Pick<FairGate, 'isFull' | 'isFullFor'>): void {
  const { pattern, refusal } = refusalAt(app, route)
  answerAtOnce(app, (url, network) =>
    gate.isFull() && pattern.test(partsOf(url).path) && gate.isFullFor(network()) ? refusal : undefined,
  )
}
