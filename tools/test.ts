import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as afterSignals } from 'node:timers/promises'
import { ensureBrowser } from './browser.ts'
import { isFree } from './isFree.ts'
import { playwrightFailures, vitestFailures } from './testFailures.ts'

// `npm test`: unit and integration tests, then what a shopper does in a real browser. Ends with one line of counts,
// which says so if there was no PostgreSQL to test on: that is no fault of the shop's, but less was tested. With
// `--long` (`npm run test:long`): only tests that have a long form, in that form, and in a browser what is left to it.
const isLong = process.argv.includes('--long')
const withLongForm = globSync('tests/**/*.test.ts').filter(
  (path) => path.endsWith('.long.test.ts') || readFileSync(path, 'utf8').includes('support/rounds.ts'),
)
/** Linux keeps this in memory. A container may have 64 MB of it. */
const memory = '/dev/shm'
/** Bytes that must be free: ten times what all tests were seen to have there at once. */
const plenty = 6 * 1024 ** 3
const folder = mkdtempSync(join(isMemoryPlentiful() && !isLong ? memory : tmpdir(), 'damson-tests-'))
// PostgreSQL runs as another user where the tests run as root, and has to get through.
chmodSync(folder, 0o755)
process.env['TMPDIR'] = folder
// Who runs first makes it: it takes eight seconds.
process.env['DEMO_TEMPLATE'] = join(folder, 'template')
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
// What was in memory would stay there.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
/** A file that the tests put there where they had none. */
const withoutPostgres = join(folder, 'without-postgres')
let passed = 0
let failed = 0
let isBroken = false
/**
 * All failures with their reasons, printed once more at the end, for a reader who sees no more of a long run than that.
 */
const failures: string[] = []

/**
 * Whether databases and browsers may have their folders in memory. Each is hundreds of small files that are soon thrown
 * away: to copy one took 46 ms there, and 900 on a virtual machine's disk.
 */
function isMemoryPlentiful(): boolean {
  if (!existsSync(memory) || freemem() < plenty) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= plenty
}

async function run(
  command: string,
  args: string[],
  report: string,
  count: (report: unknown) => [number, number],
  explain: (report: unknown) => string[],
) {
  const result = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, WITHOUT_POSTGRES_NOTE: withoutPostgres },
  })
  // A signal, which the runner got too, is heard only now.
  await afterSignals()
  if (result.status !== 0) isBroken = true
  try {
    const read: unknown = JSON.parse(readFileSync(report, 'utf8'))
    const [good, bad] = count(read)
    passed += good
    failed += bad
    failures.push(...explain(read))
  } catch (error) {
    // No report, where the runner fell over before it counted anything, or one of a shape that is not known here.
    console.error(error)
    isBroken = true
  }
}

const numbers = (report: unknown, names: [string, string]): [number, number] => {
  const read = (name: string) => {
    const value: unknown = Object.getOwnPropertyDescriptor(report, name)?.value
    if (typeof value !== 'number') throw new Error(`The report has no ${name}`)
    return value
  }
  return [read(names[0]), read(names[1])]
}

/**
 * A port for the shop that browsers visit, free of anything else that runs here, such as another run of these tests:
 * neither one that the system assigns by itself, from 32768 on, nor one of the tests' own shops.
 */
async function freePort() {
  for (let port = 30_000 + (process.pid % 2_700); port < 32_768; port += 1)
    if (await isFree(port)) return port
  throw new Error('No port is free')
}

const vitestReport = join(folder, 'vitest.json')
await run(
  'vitest',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
    ...(isLong ? withLongForm : []),
  ],
  vitestReport,
  (report) => numbers(report, ['numPassedTests', 'numFailedTests']),
  vitestFailures,
)

if (ensureBrowser()) {
  // What the tests ask for is on this machine, whatever proxy stands between it and others.
  for (const name of ['NO_PROXY', 'no_proxy'])
    process.env[name] = [process.env[name], '127.0.0.1', 'localhost'].filter(Boolean).join()
  process.env['E2E_PORT'] ??= String(await freePort())
  await run(
    'playwright',
    ['test', '--reporter=list,json'],
    join(folder, 'playwright.json'),
    (report) => numbers(Object.getOwnPropertyDescriptor(report, 'stats')?.value, ['expected', 'unexpected']),
    playwrightFailures,
  )
} else {
  console.error(
    'No browser is available, so the tests of what a shopper does were not run. Set CHROMIUM_PATH.',
  )
  isBroken = true
}

if (isBroken && failed === 0) failed = 1
const untested = existsSync(withoutPostgres)
  ? ' (PostgreSQL was missing: nothing was tested on it, and several servers on one database not at all)'
  : ''
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}`)
console.log(`\n${passed} passed, ${failed} failed${untested}`)
process.exit(failed === 0 ? 0 : 1)
