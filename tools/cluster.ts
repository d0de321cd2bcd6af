import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { counted } from '../contract/counted.ts'
import { configureNginx, hasNginx, nginxEnvironment } from './nginx.ts'
import { startPostgres } from './postgres.ts'
import { startOptions, startVariables, withoutEmpty } from './startOptions.ts'

// `npm run cluster -- --processes 3`: several servers on one PostgreSQL behind nginx, for trying it. A database of its
// own, which is thrown away, unless DATABASE_URL names one.
const help = `npm run cluster -- [--processes 3] [--port 8080]

Starts PostgreSQL (unless DATABASE_URL names one), so many servers, 1 to 5, and nginx with deploy/nginx.conf before
them. Ctrl-C stops all of it. kill -USR2 restarts the servers one after another; one that is killed is started anew.
What the servers log, warnings and worse unless LOG_LEVEL says otherwise, goes to standard error.`

function stop(line: string): never {
  console.error(line)
  process.exit(1)
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        processes: { type: 'string', default: '3' },
        port: { type: 'string', default: '8080' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    return { ...values, processes: Number(values.processes), port: Number(values.port) }
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

const options = readOptions()
if (options.help) {
  console.log(help)
  process.exit(0)
}
// Each server may have 21 connections, and the database takes 120.
if (!Number.isInteger(options.processes) || options.processes < 1 || options.processes > 5)
  stop('--processes: expected 1 to 5')
if (!Number.isInteger(options.port) || options.port < 1 || options.port > 65_000)
  stop('--port: expected a port')

if (!hasNginx())
  stop(
    'nginx is not installed. On Debian: apt-get install nginx-light. The shop itself does not need it: npm start',
  )

let isStopping = false
let nginx: ChildProcess | null = null
let canRestart = false
let restarting = Promise.resolve()
// Before anything is started that would outlive us. Ctrl-C comes twice, from the terminal and from npm; SIGHUP when the
// terminal is closed, which then takes no more words.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void close(0))
process.on('SIGUSR2', () => {
  if (canRestart) restarting = restarting.then(restartAll)
  else console.log('The servers are only just being started.')
})
for (const output of [process.stdout, process.stderr]) output.on('error', () => void close(0))

const given = withoutEmpty(process.env)
const named = given['DATABASE_URL']
const postgres = named === undefined ? startPostgres() : null
const databaseUrl = named ?? postgres?.url
if (databaseUrl === undefined) stop('There is no PostgreSQL. On Debian: apt-get install postgresql')

const folder = mkdtempSync(join(tmpdir(), 'damson-cluster-'))
const address = `http://127.0.0.1:${options.port}`
const secret = randomBytes(48).toString('base64url')
const ports = Array.from({ length: options.processes }, (_, index) => options.port + 1 + index)
const servers = new Map<number, ChildProcess>()

async function startServer(port: number): Promise<void> {
  const dataDir = join(folder, `server-${port}`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const child = spawn('node', [...startOptions, 'server/main.ts'], {
    env: {
      PUBLIC_URL: address,
      SESSION_SECRET: secret,
      LOG_LEVEL: 'warn',
      ...startVariables,
      ...given,
      // Ours is thrown away, and need not outlive a cut of the power.
      ...(postgres !== null && { NODE_ENV: 'development' }),
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C is for us: servers are stopped in order.
    detached: true,
  })
  servers.set(port, child)
  let isOpen = false
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    // Of its log; the rest it would say to whoever starts it alone.
    if (line.startsWith('{')) console.error(line)
    else isOpen ||= line.startsWith('Damson is open at')
  })
  const ended = once(child, 'exit')
  void ended.then(() => {
    if (isStopping || servers.get(port) !== child) return
    // One that ends of itself before it is open would do so each time; it has said why.
    if (!isOpen && child.signalCode === null) {
      console.log(`The server on port ${port} did not open.`)
      void close(1)
      return
    }
    console.log(`The server on port ${port} has died, and is started again.`)
    void startServer(port)
  })
  while (!isOpen && child.exitCode === null && child.signalCode === null)
    await Promise.race([once(lines, 'line'), ended])
  if (isOpen) console.log(`  server on port ${port}, process ${child.pid}`)
}

async function stopServer(port: number): Promise<void> {
  const child = servers.get(port)
  servers.delete(port)
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

function startNginx(): ChildProcess {
  return spawn('nginx', [...configureNginx(folder, options.port, ports), '-g', 'daemon off;'], {
    env: nginxEnvironment,
    stdio: 'inherit',
    detached: true,
  })
}

/** Resolves once it takes calls, or once it has ended. */
async function listening({ exitCode, signalCode }: ChildProcess): Promise<void> {
  if (exitCode !== null || signalCode !== null) return
  const socket = connect(options.port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  if (isOpen) return
  await pause(20)
  if (nginx !== null) await listening(nginx)
}

async function restartAll(): Promise<void> {
  for (const port of ports) {
    if (isStopping) return
    await stopServer(port)
    await startServer(port)
  }
  console.log('All have been restarted.')
}

async function close(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  await restarting
  if (nginx !== null && nginx.exitCode === null && nginx.signalCode === null) {
    const ended = once(nginx, 'exit')
    // Lets what is being answered be finished.
    nginx.kill('SIGQUIT')
    await ended
  }
  await Promise.all(ports.map(stopServer))
  postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}

const several = counted(options.processes, 'server')
console.log(
  postgres === null
    ? `${several} and nginx on the PostgreSQL that DATABASE_URL names, below ${folder}`
    : `PostgreSQL, ${several} and nginx, below ${folder}`,
)
await Promise.all(ports.map(startServer))
if (!isStopping) {
  nginx = startNginx()
  nginx.once('exit', () => void close(1))
  await listening(nginx)
  canRestart = true
  console.log(
    `The shop is open at ${address}. To restart the servers one after another: kill -USR2 ${process.pid}`,
  )
}
