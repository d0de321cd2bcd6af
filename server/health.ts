import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { paths } from '#contract/paths.ts'
import type { App } from './fastify.ts'
import type { Services } from './services.ts'

const Health = v.object({ status: v.literal('ok') })

/** Readiness: answers only when the database does. */
export function registerHealth(app: App, { db }: Services): void {
  app.get(`/${paths.health}`, { schema: { response: { 200: Health } } }, async () => {
    await db.execute(sql`select 1`)
    return { status: 'ok' as const }
  })
}
