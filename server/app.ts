import { apiRoot } from '#contract/apiRoot.ts'
import { registerAccount } from './account/routes.ts'
import { registerAddresses } from './addresses/routes.ts'
import { type Passwords, passwordHasher } from './auth/passwords.ts'
import { makeAuthServices, registerAuth } from './auth/routes.ts'
import { registerCart } from './cart/routes.ts'
import { registerCatalogue } from './catalogue/routes.ts'
import { registerContact } from './contact/routes.ts'
import { registerContent } from './content/routes.ts'
import { createFastify } from './http/fastify.ts'
import type { App } from './http/fastify.ts'
import { registerHealth } from './http/health.ts'
import { publicReads } from './answers/keptAnswers.ts'
import { sweepLimits } from './calls/limits.ts'
import { sweepMails } from './mail/outbox.ts'
import { sweepWrittenMails } from './mail/transport.ts'
import { registerNewsletter } from './newsletter/routes.ts'
import { registerOrders } from './orders/routes.ts'
import type { PaymentGateway } from './payments/port.ts'
import { registerSavedCards } from './payments/savedCardRoutes.ts'
import { registerPictures } from './pictures/routes.ts'
import { repeat } from './process/repeat.ts'
import { registerReviews } from './reviews/routes.ts'
import type { Elapsed, Services } from './services.ts'
import { registerViolations } from './violations/routes.ts'
import { registerVitals } from './vitals/routes.ts'
import { registerWishlist } from './wishlist/routes.ts'

const hour = 3_600_000

/** The whole server on an open, migrated database, not listening yet: tests call `inject` on it. */
export async function createApp(
  given: Omit<Services, 'clock'> &
    Partial<Pick<Services, 'clock'> & Elapsed & { passwords: Passwords }> & { gateway: PaymentGateway },
): Promise<App> {
  const { gateway, elapsed = () => performance.now(), passwords = passwordHasher(), ...services } = given
  const all: Services = { clock: () => new Date(), ...services }
  const app = await createFastify(all.config)
  registerPictures(app, all)
  await app.register(
    async (api: App) => {
      registerHealth(api, all)
      const auth = makeAuthServices(all, passwords)
      await registerAuth(api, auth, gateway)
      await registerAccount(api, auth, gateway)
      const publicRead = publicReads(api, { ...all, elapsed })
      registerCatalogue(api, publicRead, { ...all, elapsed })
      await registerReviews(api, all)
      registerContent(publicRead, all)
      await registerWishlist(api, all)
      await registerCart(api, all)
      await registerAddresses(api, all)
      await registerOrders(api, all, gateway)
      await registerSavedCards(api, all, gateway)
      registerContact(api, all)
      registerNewsletter(api, all)
      registerVitals(api, all)
      await registerViolations(api, all)
      const { db, clock, config } = all
      repeat(api, hour, 'Old counters could not be cleared away', (closing) =>
        sweepLimits(db, clock(), closing),
      )
      repeat(api, hour, 'Old emails could not be cleared away', (closing) => sweepMails(db, null, closing))
      repeat(api, hour, 'Old emails could not be removed from their folder', (closing) =>
        sweepWrittenMails(config.dataDir, clock(), closing),
      )
    },
    { prefix: apiRoot.replace(/\/$/, '') },
  )
  return app
}
