import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { startOptions, startVariables } from '../../tools/startOptions.ts'
import { isLong } from './rounds.ts'

export type Program = ReturnType<typeof startServer>
type Environment = Readonly<Record<string, string>>

const quickStart = ['--import', new URL('../../tools/quickStart.mjs', import.meta.url).href]
// In a short test no program runs long enough to profit from optimised WebAssembly for its database; what is measured
// does.
const quickly = process.env['VITEST'] === undefined || isLong ? [] : ['--liftoff-only']
/** Nothing from the environment around the tests that sets up a shop: a test's orders and emails are for nobody. */
export const bareEnvironment = { PATH: process.env['PATH'] ?? '' }
const serverEnvironment = {
  ...bareEnvironment,
  ...startVariables,
  PORT: '0',
  LOG_LEVEL: 'error',
  NODE_ENV: 'test',
}
/** Each with a function that ends it at once. */
const running = new Map<ChildProcess, () => void>()

/** A program's output so far, and its exit code once it has ended and nothing more can come from it. */
function follow(child: ChildProcess, kill: () => void = () => child.kill('SIGKILL')) {
  running.set(child, kill)
  const said = { out: '', error: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said.error += chunk.toString()))
  // Not `exit`, after which its last output may still be on its way.
  const exit = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return { child, said, exit }
}

/**
 * A server as a process of its own, started as an operator starts it except for a NODE_ENV that lets its database lose
 * data; `main` is its program, followed by its arguments, if any. `said` collects both of its outputs, `opened`
 * resolves to its address, `exit` to its exit code.
 */
export function startServer(environment: Environment, ...main: readonly string[]) {
  const program = main.length === 0 ? ['server/main.ts'] : main
  const child = spawn('node', [...quickly, ...startOptions, ...program], {
    env: { ...serverEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  return opening(follow(child))
}

/** The same through `npm start` itself, which first checks that everything is built. */
export function startByNpm(environment: Environment) {
  const child = spawn('npm', ['start'], {
    env: { ...serverEnvironment, HOME: process.env['HOME'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  // Also a server that npm has left running.
  return opening(follow(child, () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')))
}

function opening({ child, said, exit }: ReturnType<typeof follow>) {
  const opened = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /Damson is open at (http:\S+)/.exec(said.out)?.[1]
      if (address) resolve(address)
    })
    void exit.then((code) => reject(new Error(`It ended with ${code}: ${said.out}${said.error}`)))
  })
  // A test that only waits for the end need not learn that it never opened.
  opened.catch(() => undefined)
  /** Waits until it has printed this. */
  const says = async (words: string) => {
    while (!said.out.includes(words)) await once(child.stdout ?? child, 'data')
  }
  return { child, said, exit, opened, says }
}

/** The `NODE_OPTIONS` for a program that runs this before anything else, in each of its threads. */
export const beginningWith = (code: string) => `--import=data:text/javascript,${encodeURIComponent(code)}`

/** A server that is open: its address, and how to close it. */
export async function openServer(environment: Environment) {
  const { child, said, exit, opened } = startServer(environment)
  const address = await opened
  const stop = () => {
    child.kill('SIGTERM')
    return exit
  }
  return { child, said, exit, address, stop }
}

/** Runs a program with these arguments until it has ended. */
export async function runProgram(environment: Environment, [name = '', ...words]: readonly string[]) {
  const { said, exit } = follow(
    spawn(name, words, {
      env: { ...bareEnvironment, HOME: process.env['HOME'], ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )
  return { code: await exit, ...said }
}

/** What `npm run desk` runs, without the second that npm itself takes. */
export const deskProgram = ['node', ...quickly, ...quickStart, 'server/desk/main.ts']

export const runDesk = (environment: Environment, ...words: string[]) =>
  runProgram(environment, [...deskProgram, ...words])

/** Kills whatever a test left running. */
export async function endServers(): Promise<void> {
  await Promise.all(
    [...running].map(async ([child, kill]) => {
      kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }),
  )
  running.clear()
}
