import { once } from 'node:events'
import type { App } from '../http/fastify.ts'
import { repeat } from '../process/repeat.ts'
import type { Services } from '../services.ts'
import { type KeepingServices, forgetCard } from './keeping.ts'
import type { KeptCard } from './port.ts'
import { claimToForget } from './savedCards.ts'

/** So long after it was asked for a card the gateway is asked again, in milliseconds. */
const again = 5 * 60_000

/**
 * Repeats requests to forget cards that the gateway could not be asked, or did not answer: when the server starts, and
 * while it is up.
 */
export function scheduleForgetting(app: App, services: KeepingServices & Pick<Services, 'config'>): void {
  const { db, clock, config } = services
  const claim = (isAll: boolean) => claimToForget(db, clock(), isAll ? null : again)
  const forget = async (cards: readonly KeptCard[], closing: AbortSignal) => {
    const enough = once(closing, 'abort')
    for (const card of cards) {
      if (closing.aborted) return
      await Promise.race([forgetCard(services, card), enough])
    }
  }
  const begin = repeat(app, again, 'Cards to forget could not be looked through', async (closing) =>
    forget(await claim(false), closing),
  )
  app.addHook('onReady', async () => {
    // The embedded database has one process only: nobody else is asking, nor saving one that is noted here.
    const left = await claim(config.databaseUrl === null)
    void begin((closing) => forget(left, closing))
  })
}
