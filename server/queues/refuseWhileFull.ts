import { answerAtOnce } from '../answers/atOnce.ts'
import { type App, refusalAt } from '../http/fastify.ts'
import type { Gate } from './gate.ts'
import { partsOf } from '../http/partsOf.ts'

/** Refuses each GET of `route`, with its prefix, before the framework sees it, for as long as `gate` is full. */
export function refuseWhileFull(app: App, route: string, gate: Pick<Gate, 'isFull'>): void {
  const { pattern, refusal } = refusalAt(app, route)
  answerAtOnce(app, (url) => (gate.isFull() && pattern.test(partsOf(url).path) ? refusal : undefined))
}
