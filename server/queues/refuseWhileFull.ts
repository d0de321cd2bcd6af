import { answerAtOnce, type AtOnceMethod } from '../answers/atOnce.ts'
import { type App, refusalAt } from '../http/fastify.ts'
import type { FairGate } from './fairGate.ts'
import { partsOf } from '../http/partsOf.ts'

/**
 * Refuses each call of `route`, with its prefix, before the framework sees it, for as long as `gate` is full for the
 * caller's network. Which calls do not bypass the framework is for `gate` itself to refuse.
 */
export function refuseWhileFull(
  app: App,
  route: string,
  gate: Pick<FairGate, 'isFull' | 'isFullFor'>,
  method: AtOnceMethod = 'GET',
): void {
  const { pattern, refusal } = refusalAt(app, route)
  const refuse = (url: string, network: () => string) =>
    gate.isFull() && pattern.test(partsOf(url).path) && gate.isFullFor(network()) ? refusal : undefined
  answerAtOnce(app, refuse, method)
}
