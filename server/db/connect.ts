import { mkdirSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as v from 'valibot'
import { type Config, ConfigError } from '../config.ts'
import { brokenOff } from './brokenOff.ts'
import type { Db } from './db.ts'
import { isUnanswered } from './db.ts'
import { embeddedReport } from './embeddedReport.ts'
import { socketFolder } from './socketFolder.ts'

export type Database = {
  db: Db
  pool: pg.Pool
  /** The same database for work that may have to be stopped before everything else: its connections can be cut. */
  openApart: () => Apart
  /** Ends the connections and, embedded, the database itself. Waits for what is being done. */
  close: () => Promise<void>
}

type Apart = {
  db: Db
  /** Cuts its connections: transactions on them fail, and have had no effect. Those that wait for one are refused. */
  interrupt: () => Promise<void>
}

const socketPort = 5432
/** As PostgreSQL's clients look for it. */
const databaseSocket = `.s.PGSQL.${socketPort}`
const largestPool = 20
/**
 * Values from the address or PGOPTIONS take precedence, except over how times and words are written: the code reads and
 * writes them in one way. `jit` is off because PostgreSQL saves less by compiling our statements than compiling them takes.
 */
const sessionSettings = `
  select set_config(name, ours, false) from pg_settings join (values
    ('DateStyle', 'ISO, MDY'), ('standard_conforming_strings', 'on'),
    ('statement_timeout', '15s'), ('lock_timeout', '10s'),
    ('idle_in_transaction_session_timeout', '30s'), ('jit', 'off')) settings (name, ours) using (name)
  where source <> 'client' or name in ('DateStyle', 'standard_conforming_strings')`
const connectionTimeout = 10_000
/** After how many milliseconds of silence a TCP keep-alive asks whether the peer is still there. */
const firstAsked = 10_000
/** What a server has {@link openDatabase} wait: longer than any statement may take, in milliseconds. */
export const serverPatience = 30_000

/**
 * Opens PostgreSQL at `databaseUrl`, or else the embedded one in `dataDir` (created if missing; the caller holds the
 * folder's lock). `migrate` brings the schema up to date, not this.
 * @param patience in milliseconds: whoever has no answer of PostgreSQL by then fails, and their connection is given up,
 * because a host that lost its power says nothing. Null where a statement may take as long as it likes.
 * @param tellOfLost is told of each idle connection that breaks.
 * @throws {ConfigError} where a restore that was broken off has left no database
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  patience: number | null = null,
  tellOfLost: (error: Error) => void = sayLost,
): Promise<Database> {
  const database = await (config.databaseUrl === null
    ? openEmbedded(config.dataDir)
    : openExternal(config.databaseUrl, patience))
  database.pool.on('error', tellOfLost)
  return database
}

async function openExternal(connectionString: string, patience: number | null): Promise<Database> {
  const pool = makePool({
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: firstAsked,
    ...(patience !== null && { query_timeout: patience }),
    max: largestPool,
    application_name: 'damson',
    // Not with the first message of a connection, in which a pooler takes none of them.
    verify: (client, done) => client.query(sessionSettings, done),
  })
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw error
  }
  return { db: openDb(pool), pool, openApart: () => openApart(pool), close: () => pool.end() }
}

/**
 * Throws if this PostgreSQL confirms a commit before it is on disk: it would lose orders in a power cut. A NODE_ENV of
 * `development` or `test` allows it, for orders that nobody would miss.
 */
export async function expectDurable({ pool }: Database): Promise<void> {
  if (['development', 'test'].includes(process.env['NODE_ENV'] ?? '')) return
  // On one of the shop's own connections: the second may be set for its user, its database or in its address, too.
  const { rows } = await pool.query<{ name: string }>(
    "select name from pg_settings where name in ('fsync', 'synchronous_commit') and setting = 'off'",
  )
  const [off] = rows
  if (off !== undefined)
    throw new Error(
      `DATABASE_URL: expected a PostgreSQL with ${off.name} on, this one would lose orders with its power`,
    )
}

/** How far this machine's clock is ahead of the database's, in milliseconds, to within the time an answer takes. */
export async function clockAhead({ pool }: Database): Promise<number> {
  const asked = Date.now()
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
  const [{ now } = { now: new Date(asked) }] = rows
  return (asked + Date.now()) / 2 - now.getTime()
}

async function openEmbedded(dataDir: string): Promise<Database> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const reason = brokenOff(dataDir)
  if (reason !== null) throw new ConfigError(reason)
  const { folder, discard } = socketFolder(dataDir, databaseSocket)
  const worker = await startEmbedded({
    folder: join(dataDir, 'postgres'),
    socket: join(folder, databaseSocket),
  })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  const pool = makePool({
    host: folder,
    // Also where the environment names another (PGPORT, PGSSLMODE, PGSSLNEGOTIATION).
    port: socketPort,
    ssl: false,
    sslnegotiation: 'postgres',
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    // The database behind the socket is one session for whoever comes: it would know the statements of the connection
    // before this one, and refuse to be told of them again.
    verify: (client, done) => client.query('deallocate all', done),
  })
  const close = async () => {
    await pool.end()
    worker.postMessage('close')
    await ended
    discard()
  }
  return { db: openDb(pool), pool, openApart: () => openApart(pool), close }
}

/** The embedded database's program with all that was compiled of it so far, for the next thread that runs it. */
let code: WebAssembly.Module | undefined

/**
 * Returns the thread that has the embedded database open. If the database has to be created first, another thread does
 * that and ends, because it would hold twice the memory for ever.
 */
async function startEmbedded(place: { folder: string; socket: string }): Promise<Worker> {
  const worker = new Worker(new URL('./embedded.ts', import.meta.url), { workerData: { ...place, code } })
  const opening = new AbortController()
  const next = (event: string) => once(worker, event, { signal: opening.signal })
  // `once` also rejects when the thread fails. Later failures have no listener on purpose: they end the process.
  const [said] = await Promise.race([next('message'), next('exit')]).finally(() => opening.abort())
  // It may end without a word as well, and would be waited for for ever.
  if (!v.is(embeddedReport, said)) {
    await worker.terminate()
    throw new Error(`The embedded database ended with ${said} before it was open`)
  }
  ;({ code } = said)
  if (said.state === 'open') return worker
  await worker.terminate()
  return startEmbedded(place)
}

function makePool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: connectionTimeout, ...options })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  // The pool does not listen to one that is in use. Whoever uses it hears of it by the statement that fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function openApart(pool: pg.Pool): Apart {
  const used = new Set<pg.PoolClient>()
  let isOver = false
  const db = openDb(pool, async (client, work) => {
    if (isOver) throw new Interrupted()
    used.add(client)
    try {
      return await work()
    } catch (error) {
      throw isOver ? new Interrupted(error) : error
    } finally {
      used.delete(client)
    }
  })
  const interrupt = async () => {
    isOver = true
    const clients = [...used].filter((client) => client instanceof pg.Client)
    await Promise.all(clients.map((client) => client.end()))
  }
  return { db, interrupt }
}

class Interrupted extends Error {
  constructor(cause?: unknown) {
    super('the shop is closing', { cause })
  }
}

type Around = <T>(client: pg.PoolClient, work: () => Promise<T>) => Promise<T>

/** Wraps the pool for the shop. A transaction runs inside `around`, and returns its connection even if it could not begin. */
function openDb(pool: pg.Pool, around: Around = (_client, work) => work()): Db {
  const db = drizzle({ client: pool })
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let unanswered: unknown = null
    const heard = heardOf(client, (error) => {
      unanswered = error
      void client.end()
    })
    try {
      return await around(client, () => drizzle({ client: heard }).transaction(work, config))
    } catch (error) {
      throw unanswered ?? error
    } finally {
      // If it were kept, its next user would wait for the same answer.
      client.release(unanswered !== null)
    }
  }
  return db
}

/** For whoever has no log. */
export const sayLost = (error: Error): void =>
  console.error(`A database connection was lost: ${error.message}`)

/**
 * The same connection; `tell` is told of an answer that does not come, before whoever asked for it is. Drizzle's
 * rollback, which follows any failure, would be waited for as long again.
 */
function heardOf(client: pg.PoolClient, tell: (error: unknown) => void): pg.PoolClient {
  const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>
  const ask = (...asked: unknown[]) =>
    query(...asked).catch((error: unknown) => {
      if (isUnanswered(error)) tell(error)
      throw error
    })
  return new Proxy(client, {
    get: (target, name): unknown => (name === 'query' ? ask : Reflect.get(target, name)),
  })
}
