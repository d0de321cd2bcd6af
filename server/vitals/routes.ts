import * as v from 'valibot'
import { paths } from '#contract/paths.ts'
import { VitalsReport } from '#contract/vitals.ts'
import type { App } from '../http/fastify.ts'
import { callLimit } from '../calls/limits.ts'
import { repeat } from '../process/repeat.ts'
import type { Services } from '../services.ts'
import { addVitals, sweepVitals } from './store.ts'

const minute = 60_000

/** How fast pages were, from browsers whose owner allows it. */
export function registerVitals(app: App, services: Services): void {
  const { db, clock } = services
  const { count } = callLimit(services, {
    name: 'vitals',
    most: 100,
    window: 10 * minute,
    from: 'first',
    message: 'Too many measurements. Please wait a while.',
  })
  app.post(
    `/${paths.vitals}`,
    { bodyLimit: 1024, schema: { body: VitalsReport, response: { 204: v.undefined() } } },
    async (request, reply) => {
      await count(request.ip)
      await addVitals(db, request.body, clock())
      return reply.code(204).send(undefined)
    },
  )
  repeat(app, 60 * minute, 'Old measurements could not be cleared away', (closing) =>
    sweepVitals(db, clock(), closing),
  )
}
