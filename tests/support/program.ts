import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export type Program = ReturnType<typeof startServer>

const compileCache = new URL('../../tools/compileCache.mjs', import.meta.url).href
const running = new Set<ChildProcess>()

/**
 * A server as a process of its own, as whoever runs the shop starts it; `main` is its program. `said` collects both of
 * its outputs, `opened` gives its address, `exit` its exit code.
 */
export function startServer(environment: Readonly<Record<string, string>>, main = 'server/main.ts') {
  const child = spawn('node', ['--import', compileCache, main], {
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  running.add(child)
  const said = { out: '', error: '' }
  child.stdout?.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (said.error += chunk.toString()))
  const exit = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  const opened = new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = /Damson is open at (http:\S+)/.exec(said.out)?.[1]
      if (address) resolve(address)
    })
    void exit.then((code) => reject(new Error(`It ended with ${code}: ${said.out}${said.error}`)))
  })
  // Who only waits for the end need not hear that it never opened.
  opened.catch(() => undefined)
  return { child, said, exit, opened }
}

/** A server that is open: its address, and how to have it close. */
export async function openServer(environment: Readonly<Record<string, string>>) {
  const { child, exit, opened } = startServer(environment)
  const address = await opened
  const stop = () => {
    child.kill('SIGTERM')
    return exit
  }
  return { child, exit, address, stop }
}

/** What `npm run desk` runs, without npm's own second, until it has ended. */
export async function runDesk(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const child = spawn('node', ['server/desk/main.ts', ...words], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()))
  const [code] = await once(child, 'close')
  running.delete(child)
  return { code: code as number | null, ...said }
}

/** Kills whatever a test left running. */
export async function endServers(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }),
  )
  running.clear()
}
