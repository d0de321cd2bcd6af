import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../http/fastify.ts'

/** How long a server that closes waits for such work, in milliseconds. */
const patience = 1_000

/**
 * Runs work that no answer waits for; closing the server waits for it briefly. It must not fail, and work that is cut
 * short must be recorded somewhere it will be found again.
 */
export type Afterwards = (work: Promise<unknown>) => void

export function makeAfterwards(app: App): Afterwards {
  const underWay = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => {
    await Promise.race([Promise.all(underWay), pause(patience, undefined, { ref: false })])
  })
  return (work) => {
    underWay.add(work)
    void work.then(() => underWay.delete(work))
  }
}
