import { apiRoot } from '#contract/paths.ts'
import { registerAuth } from './auth/routes.ts'
import { registerCatalogue } from './catalogue/routes.ts'
import { registerContent } from './content/routes.ts'
import { createFastify } from './fastify.ts'
import type { App } from './fastify.ts'
import { registerHealth } from './health.ts'
import { registerPictures } from './pictures/routes.ts'
import type { Services } from './services.ts'

/** The whole server on an open, migrated database, not listening yet: tests call `inject` on it. */
export async function createApp(
  services: Omit<Services, 'clock'> & Partial<Pick<Services, 'clock'>>,
): Promise<App> {
  const all: Services = { clock: () => new Date(), ...services }
  const app = await createFastify(all.config)
  registerPictures(app, all)
  await app.register(
    async (api: App) => {
      registerHealth(api, all)
      await registerAuth(api, all)
      registerCatalogue(api, all)
      registerContent(api, all)
    },
    { prefix: apiRoot.replace(/\/$/, '') },
  )
  return app
}
