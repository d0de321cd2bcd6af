import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'

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
