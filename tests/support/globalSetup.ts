import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/db/seed.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo catalogue, to be copied. */
    template: string
    /** Address of a PostgreSQL database with the demo catalogue, to be used as template; null with none to be had. */
    postgres: string | null
  }
}

/** Makes one loaded database of each kind, which every test file copies instead of loading its own. */
export default async function setup(project: TestProject) {
  const template = mkdtempSync(join(tmpdir(), 'damson-template-'))
  const embedded = await openDatabase({ dataDir: template, databaseUrl: null })
  await migrate(embedded)
  await seed(embedded.db)
  await embedded.close()
  project.provide('template', template)

  const postgres = startPostgres()
  if (postgres) {
    const database = await openDatabase({ dataDir: template, databaseUrl: postgres.url })
    await migrate(database)
    await seed(database.db)
    await database.close()
  }
  project.provide('postgres', postgres?.url ?? null)

  return () => {
    postgres?.stop()
    rmSync(template, { recursive: true, force: true })
  }
}
