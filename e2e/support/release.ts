import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment, runDesk } from '../../tests/support/program.ts'
import { builtName } from './built.ts'
import { template } from './dataDir.ts'
import { portForShop } from './ports.ts'

const project = join(import.meta.dirname, '../..')

type Environment = Record<string, string>
export type Release = { folder: string }
export type OwnShop = Awaited<ReturnType<typeof openOwnShop>>

/**
 * A folder with the built shop as another release would have it: every file has another hash in its name, as after a
 * change that affects all of them, except for scripts that name no other, such as the bundler's own: most releases leave
 * those as they are.
 */
export function makeRelease(number: number): Release {
  const folder = mkdtempSync(join(tmpdir(), `damson-release-${number}-`))
  for (const part of ['server', 'contract', 'dist', 'package.json', 'tools']) {
    cpSync(join(project, part), join(folder, part), {
      recursive: true,
      // Compressed copies would still contain the old names.
      filter: (path) => !/dist.*\.(br|gz)$/.test(path),
    })
  }
  for (const part of ['node_modules', 'catalogue']) symlinkSync(join(project, part), join(folder, part))
  renameAssets(join(folder, 'dist'), number)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { folder }
}

const inRevisions = '0123456789abcdef'
const inNames = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Another character in place of this one, and in each release a different one. */
const moved = (sign: string, by: number, alphabet: string): string =>
  alphabet.charAt((alphabet.indexOf(sign) + by) % alphabet.length)

function renameAssets(dist: string, number: number) {
  const assets = join(dist, 'client/assets')
  const renamed = new Map<string, string>()
  const all = readdirSync(assets)
  for (const name of all) {
    const [, stem, first, rest] = builtName.exec(name) ?? []
    if (name.endsWith('.js')) {
      const script = readFileSync(join(assets, name), 'utf8')
      if (!all.some((other) => other !== name && script.includes(other))) continue
    }
    if (stem !== undefined && first !== undefined && rest !== undefined)
      renamed.set(name, `${stem}${moved(first, number, inNames)}${rest}`)
  }
  const names = new RegExp(
    [...renamed.keys()].map((name) => name.replaceAll(/[.$+]/g, String.raw`\$&`)).join('|'),
    'g',
  )
  for (const file of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !/\.(js|css|html|json)$/.test(file.name)) continue
    const path = join(file.parentPath, file.name)
    const text = readFileSync(path, 'utf8')
      .replaceAll(names, (name) => renamed.get(name) ?? name)
      // A file that is not named after its content is listed with its revision.
      .replaceAll(
        /("?revision"?:")([0-9a-f])([0-9a-f]{31}")/g,
        (_all, before, first, after) => `${before}${moved(first, number, inRevisions)}${after}`,
      )
    const place = renamed.get(file.name)
    if (place !== undefined) rmSync(path)
    writeFileSync(place === undefined ? path : join(file.parentPath, place), text)
  }
}

/**
 * A shop of the test's own on one port and one data folder, in which one release follows another. It starts with the
 * shop as built here. Its environment may depend on its address.
 */
export async function openOwnShop(given: Environment | ((origin: string) => Promise<Environment>) = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'damson-own-shop-'))
  // Outside the end-to-end tests nobody has made one; then the shop loads its catalogue itself.
  if (existsSync(template)) cpSync(template, dataDir, { recursive: true })
  const port = await portForShop()
  const origin = `http://127.0.0.1:${port}`
  const environment = typeof given === 'function' ? await given(origin) : given
  let server: ChildProcess | null = null

  /** Ends the server as an operator does; then nothing listens any more. */
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (server === null) return
    const stopping = server
    server = null
    if (stopping.exitCode !== null) return
    const exited = once(stopping, 'exit')
    stopping.kill(signal)
    await exited
  }
  /** Starts the release's server, after stopping the running one; resolves when it serves. */
  const start = async (release: Release = { folder: project }, more: Record<string, string> = {}) => {
    await stop()
    // It runs too briefly to profit from optimised WebAssembly for its database.
    const options = ['--liftoff-only', '--import', './tools/quickStart.mjs']
    const starting = spawn(process.execPath, [...options, 'server/main.ts'], {
      cwd: release.folder,
      env: {
        ...bareEnvironment,
        // What is compiled of a release's files goes with them.
        ...(release.folder !== project && { NODE_COMPILE_CACHE: join(release.folder, 'compiled') }),
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        ...environment,
        ...more,
        PORT: String(port),
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server = starting
    await new Promise<void>((resolve, reject) => {
      starting.once('exit', () => reject(new Error('The shop did not start')))
      starting.stdout.on('data', (said: Buffer) => said.includes('is open at') && resolve())
    })
  }

  await start()
  return {
    origin,
    port,
    /** The files of all builds that were served. */
    assets: join(dataDir, 'assets'),
    /** The outbox folder of this shop's emails. */
    outbox: join(dataDir, 'outbox'),
    /** Does something at this shop's desk, as its jeweller. */
    async desk(...words: string[]) {
      const { code, out, error } = await runDesk({ DATA_DIR: dataDir }, ...words)
      if (code !== 0) throw new Error(out + error)
    },
    start,
    stop,
    async forget() {
      await stop('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
