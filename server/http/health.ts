import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { paths } from '#contract/paths.ts'
import { gathered } from '../db/gathered.ts'
import type { App } from './fastify.ts'
import type { Services } from '../services.ts'

const Health = v.object({ status: v.literal('ok') })

/**
 * One query serves all who call while it runs: anybody may call this, and must not be able to keep the database from
 * its work.
 */
const answers = gathered(async (db, keys: readonly null[]) => {
  await db.execute(sql`select 1`)
  return keys
})

/** Readiness: answers only when the database does. */
export function registerHealth(app: App, { db }: Services): void {
  app.get(`/${paths.health}`, { schema: { response: { 200: Health } } }, async () => {
    await answers(db, null)
    return { status: 'ok' as const }
  })
}
