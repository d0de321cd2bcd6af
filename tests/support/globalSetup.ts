import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../../tools/postgres.ts'
import { makeTemplate, makeTemplateOnce } from './template.ts'

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
  const own = mkdtempSync(join(tmpdir(), 'damson-template-'))
  // A run of all tests names one folder for all its runners.
  const template = process.env['DEMO_TEMPLATE'] ?? join(own, 'data')
  // On a thread of its own, and meanwhile PostgreSQL's.
  const embedded = makeTemplateOnce(template)
  const postgres = startPostgres()
  if (!postgres) console.log('These tests run on the embedded database only.')
  await Promise.all([embedded, postgres && makeTemplate(own, postgres.url)])
  project.provide('template', template)
  project.provide('postgres', postgres?.url ?? null)
  // The program that runs all tests reports this at the end.
  const note = process.env['WITHOUT_POSTGRES_NOTE']
  if (postgres === null && note !== undefined) writeFileSync(note, '')

  return () => {
    postgres?.stop()
    rmSync(own, { recursive: true, force: true })
  }
}
