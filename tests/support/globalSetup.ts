import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../tools/postgres.ts'
import { makeTemplate } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo catalogue, to be copied. */
    template: string
    /** The address of a PostgreSQL database with the demo catalogue, to be used as template; null if there is none. */
    postgres: string | null
  }
}

/** Makes one loaded database of each kind, which every test file copies instead of loading its own. */
export default async function setup(project: TestProject) {
  const template = mkdtempSync(join(tmpdir(), 'damson-template-'))
  await makeTemplate(template)
  project.provide('template', template)

  const postgres = startPostgres()
  if (postgres) await makeTemplate(template, postgres.url)
  else console.log('These tests run on the embedded database only.')
  project.provide('postgres', postgres?.url ?? null)
  // The program that runs all tests reports this at the end.
  const note = process.env['WITHOUT_POSTGRES_NOTE']
  if (postgres === null && note !== undefined) writeFileSync(note, '')

  return () => {
    postgres?.stop()
    rmSync(template, { recursive: true, force: true })
  }
}
