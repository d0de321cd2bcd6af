import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { programsIn } from '../../tools/postgres.ts'

const program = `
  import { startPostgres } from './tools/postgres.ts'
  console.log(startPostgres()?.url)
  setInterval(() => {}, 60_000)`

test.runIf(inject('postgres') !== null)(
  'a PostgreSQL that the tests start ends with them, also where they are killed',
  async () => {
    const tests = spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [url] = await once(tests.stdout, 'data')
    const folder = new URL(String(url)).searchParams.get('host') ?? ''
    const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
    const isAlive = () => {
      try {
        return process.kill(pid, 0)
      } catch (error) {
        // Another user's.
        return error instanceof Error && 'code' in error && error.code === 'EPERM'
      }
    }
    expect(isAlive()).toBe(true)
    tests.kill('SIGKILL')
    await eventually(() => expect(isAlive()).toBe(false))
    await eventually(() => expect(existsSync(join(folder, 'data'))).toBe(false))
  },
)

test('of the PostgreSQLs of a machine the first is used that is new enough for the shop', () => {
  const folder = mkdtempSync(join(tmpdir(), 'damson-postgres-'))
  const install = (name: string, version: string) => {
    mkdirSync(join(folder, name))
    for (const program of ['initdb', 'pg_ctl'])
      writeFileSync(join(folder, name, program), `#!/bin/sh\necho "${program} (PostgreSQL) ${version}"\n`, {
        mode: 0o755,
      })
    return join(folder, name)
  }
  const [older, newer, newest] = [
    install('of old', '14.22 (Debian 14.22-1)'),
    install('of now', '15.13'),
    install('to come', '20devel'),
  ]
  mkdirSync(join(folder, 'none'))
  expect(programsIn([join(folder, 'none'), older, newer, newest])).toBe(newer)
  expect(programsIn([newest])).toBe(newest)
  expect(programsIn([older])).toBe(null)
  rmSync(folder, { recursive: true, force: true })
})
