import { existsSync, renameSync, rmSync } from 'node:fs'
import { openDatabase } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { seed } from '#server/demo/seed.ts'

/**
 * Loads the demo catalogue into the database at `url`, or into the embedded one of this data folder. Tests that need a
 * shop copy the result: making one takes longer than most tests do.
 */
export async function makeTemplate(dataDir: string, url: string | null = null): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: url })
  await migrate(database)
  await seed(database.db)
  await database.close()
}

/** The embedded one in a folder of its own, whole or not at all, unless it is there. */
export async function makeTemplateOnce(folder: string): Promise<void> {
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  await makeTemplate(unfinished)
  renameSync(unfinished, folder)
}
