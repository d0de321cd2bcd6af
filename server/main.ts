import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { counted } from '#contract/counted.ts'
import { createApp } from './app.ts'
import { isAnotherSecret } from './auth/sharedSecret.ts'
import { keepBackups } from './backup/kept.ts'
import { hearOfChanges } from './changes.ts'
import { ConfigError, keepAddress, readConfig } from './config.ts'
import type { Config } from './config.ts'
import {
  type Database,
  clockAhead,
  expectDurable,
  openDatabase,
  sayLost,
  serverPatience,
} from './db/connect.ts'
import { LockedError, lockDataDir } from './db/lock.ts'
import { removeUnfinishedRestore } from './db/brokenOff.ts'
import { isMoved, unmarkMoved } from './db/moved.ts'
import { appliedMigration, isKnownMigration, migrate } from './db/migrate.ts'
import { registerUpkeep } from './db/upkeep.ts'
import { listenForDesk } from './desk/listen.ts'
import { seed } from './demo/seed.ts'
import { addressOf } from './environment.ts'
import { describeFailure } from './process/failure.ts'
import { drain } from './process/draining.ts'
import { startMailSender } from './mail/sender.ts'
import { registerMetrics } from './metrics/register.ts'
import { registerDevelopment } from './pages/development.ts'
import { registerPages } from './pages/register.ts'
import { registerForSearchEngines } from './pages/sitemap.ts'
import { paymentGateway } from './payments/gateway.ts'
import { whyNotStarted } from './process/startFailure.ts'

/**
 * How many connections may wait to be accepted (the system's own limit, `net.core.somaxconn`, may be lower). Node's
 * default of 511 drops part of a crowd that arrives in one moment, and a dropped connection is retried after a second.
 */
const waitingConnections = 4_096
/** How long answers in flight may take once the server was asked to stop, in milliseconds. */
const patience = 8_000
/** How long an email being sent and a desk command may take then: the last backup needs time, too. */
const patienceBeside = 5_000
/** When the last backup has to be done after that request. */
const backedUpAfter = 9_000
/** When the server exits, done or not: whatever asked it to stop will kill it soon after. */
const endedAfter = 9_800

/** Set once shoppers can be served. */
let log: FastifyBaseLogger | null = null

function stop(text: string): never {
  console.error(text.split('\n')[0])
  process.exit(1)
}

function tellOfLost(error: Error): void {
  if (log === null) sayLost(error)
  else log.warn(describeFailure(error), 'A database connection was lost')
}

function couldNotStart(error: unknown): never {
  if (['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '')) console.error(describeFailure(error))
  stop(whyNotStarted(error, process.env))
}

/** A terminal that is closed, or a program that read what is said here and has ended, takes no more words. */
const isUnheard = (error: NodeJS.ErrnoException): boolean =>
  error.syscall === 'write' && ['EIO', 'EPIPE'].includes(error.code ?? '')

process.on('uncaughtException', (error: NodeJS.ErrnoException) => {
  // Shoppers need none of them.
  if (isUnheard(error)) return
  log?.fatal(describeFailure(error))
  stop(`Damson had to stop: ${describeFailure(error).message}`)
})
// A promise that nobody waited for concerns one call at most; the shop stays open for everybody else.
process.on('unhandledRejection', (error) => {
  if (log === null) couldNotStart(error)
  log.error(describeFailure(error), 'An unhandled failure')
})

/** A later version has only added to the schema, so this one may run on it, during a release or after going back. */
async function bringUpToDate(database: Database): Promise<void> {
  await migrate(database)
  const last = await appliedMigration(database.db)
  if (last !== null && !isKnownMigration(last))
    console.error(
      'The database is of a later version of the shop than this one, which opens all the same. If something fails, start the later one.',
    )
}

/** How far apart the clocks of servers may be before somebody should know, in milliseconds. */
const clocksMayDiffer = 60_000

/** Servers have no other clock in common than the database's. */
async function compareClocks(database: Database): Promise<void> {
  const ahead = await clockAhead(database)
  if (Math.abs(ahead) < clocksMayDiffer) return
  const minutes = counted(Math.round(Math.abs(ahead) / 60_000), 'minute')
  console.error(
    `This machine's clock is ${minutes} ${ahead > 0 ? 'ahead of' : 'behind'} the database's. Set both right: servers with different clocks neither count attempts together nor take each other's sessions.`,
  )
}

/** Servers with different secrets refuse each other's access tokens, and nothing else tells that they differ. */
async function compareSecrets({ db }: Database, { sessionSecret }: Config): Promise<void> {
  if (!(await isAnotherSecret(db, sessionSecret))) return
  console.error(
    'SESSION_SECRET differs from that of the server started before this one on the same database. If a server with the other secret is still open, stop it: servers with different secrets sign out each other’s customers.',
  )
}

/** Has PostgreSQL ready for a server. To bring a large shop up to date takes longer than its calls may. */
async function prepare(config: Config): Promise<void> {
  const database = await openDatabase(config)
  try {
    await expectDurable(database)
    await compareClocks(database)
    await bringUpToDate(database)
  } finally {
    await database.close()
  }
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  if (config.databaseUrl === null) {
    await lockDataDir(config.dataDir)
    if (isMoved(config.dataDir))
      console.error('This shop has moved to a PostgreSQL server. Without DATABASE_URL the old one is opened.')
    removeUnfinishedRestore(config.dataDir)
    console.log('Opening the data folder…')
  } else console.log('Reaching the database…')
  if (config.databaseUrl !== null) await prepare(config)
  const database = await openDatabase(config, serverPatience, tellOfLost)
  if (config.databaseUrl === null) await bringUpToDate(database)
  await seed(database.db, { onLoad: () => console.log('Loading the demo catalogue…') })
  // Not before: what is not a shop yet has to stay empty, for a restore.
  if (config.databaseUrl !== null) await compareSecrets(database, config)
  const gateway = paymentGateway()
  const app = await createApp({ db: database.db, config, gateway })
  if (config.databaseUrl === null) registerUpkeep(app, database)
  registerMetrics(app, { ...database, config })
  registerForSearchEngines(app, { db: database.db, config })
  if (process.argv.includes('--dev')) await registerDevelopment(app, config)
  else await registerPages(app, config)
  // Fastify's own line about it would say the same twice.
  app.log.level = config.logLevel === 'info' ? 'warn' : config.logLevel
  // Heard from when somebody can get in, and done once all is there that has to be closed.
  const asked = new Promise<void>((resolve) => {
    // Not `once`: Ctrl-C comes twice, from the terminal and from npm, and the second one would end it before it is closed.
    // SIGHUP comes when the terminal is closed.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
  await app.listen({ port: config.port, host: config.host, backlog: waitingConnections })
  // Only now: a start that fails, because the shop itself has the port, must not have the desk take this one for it.
  keepAddress(config)
  if (config.databaseUrl === null) unmarkMoved(config.dataDir)
  const mailSender = startMailSender({ db: database.db, config, log: app.log })
  const apart = database.openApart()
  // On a PostgreSQL server the desk works on the database itself, and every server is notified.
  const listener =
    config.databaseUrl === null
      ? await listenForDesk({
          db: apart.db,
          config,
          clock: () => new Date(),
          gateway,
          log: app.log,
        })
      : await hearOfChanges(config.databaseUrl)
  const backups =
    config.databaseUrl === null
      ? keepBackups({ db: database.db, dataDir: config.dataDir, log: app.log })
      : null
  app.log.level = config.logLevel
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  log = app.log
  console.log(`Damson is open at ${addressOf(config.host, port)}`)

  const close = async () => {
    const begun = performance.now()
    console.log('Closing…')
    setTimeout(() => stop('Damson had to stop before everything was closed'), endedAfter).unref()
    // A mail server that stalls or a long import must not use up the time of the last backup.
    const enough = pause(patienceBeside, false, { ref: false })
    const stopListening = async () => {
      const isDone = await Promise.race([listener.stop().then(() => true), enough])
      // The embedded database has one connection, and who imports has it until the end: others wait to be answered.
      if (!isDone) await apart.interrupt()
    }
    // What cannot be stopped must not keep the rest from being backed up and closed.
    for (const stopped of await Promise.allSettled([
      stopListening(),
      Promise.race([mailSender.stop(), enough]),
      drain(app, patience),
    ]))
      if (stopped.status === 'rejected')
        app.log.error(describeFailure(stopped.reason), 'Something could not be stopped in order')
    await backups?.stop(Math.max(backedUpAfter - (performance.now() - begun), 0))
    await database.close()
    process.exit(0)
  }
  void asked.then(close)
}

try {
  await start()
} catch (error) {
  if (error instanceof ConfigError || error instanceof LockedError) stop(error.message)
  couldNotStart(error)
}
