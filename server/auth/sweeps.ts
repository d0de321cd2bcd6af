import type { App } from '../fastify.ts'
import { sweepMails } from '../mail/outbox.ts'
import type { Services } from '../services.ts'
import { sweepLimits } from './limits.ts'
import { sweepAccounts } from './store.ts'

const hour = 3_600_000

/** While the server is up, clears away every hour what no longer counts; a failure waits for the next hour. */
export function scheduleSweeps(app: App, { db, clock }: Services): void {
  let sweeping: Promise<void> = Promise.resolve()
  const sweep = async () => {
    try {
      await sweepAccounts(db, clock())
      await sweepLimits(db, clock())
      await sweepMails(db, clock())
    } catch (error) {
      app.log.warn(
        { error: error instanceof Error ? error.name : 'unknown' },
        'What no longer counts could not be cleared away',
      )
    }
  }
  const timer = setInterval(() => {
    sweeping = sweep()
  }, hour).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await sweeping
  })
}
