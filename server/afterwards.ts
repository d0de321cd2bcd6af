import { setTimeout as pause } from 'node:timers/promises'
import type { App } from './fastify.ts'

/** How long a server that closes waits for such work, in milliseconds. */
const patience = 1_000

/**
 * Takes what no answer waits for: closing the server does, for a moment. It must not fail, and what is cut short has to
 * be noted where it is found again.
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
