import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Config } from '../config.ts'
import { openDatabase } from '../db/connect.ts'
import type { Db } from '../db/db.ts'
import { LockedError, lockDataDir } from '../db/lock.ts'
import { appliedMigration, migrate } from '../db/migrate.ts'
import { isMoved, movedAway } from '../db/moved.ts'
import { keepUp } from '../db/upkeep.ts'
import { isUnopened } from '../demo/seed.ts'
import type { PaymentGateway } from '../payments/port.ts'
import { describeFailure } from '../process/failure.ts'
import { Refusal } from './command.ts'
import { Door, doorPath } from './listen.ts'
import { runCommand } from './run.ts'
import type { Answer, Call } from './run.ts'

const AnswerBody = v.union([
  v.object({
    isDone: v.literal(true),
    text: v.string(),
    files: v.optional(
      v.array(
        v.object({
          path: v.string(),
          content: v.string(),
          encoding: v.optional(v.picklist(['utf8', 'base64'])),
          isPrivate: v.optional(v.boolean()),
          isReplaceable: v.optional(v.boolean()),
        }),
      ),
    ),
    next: v.optional(v.unknown()),
  }),
  v.object({ isDone: v.literal(false), text: v.string() }),
])

/**
 * Has a command executed: by the running shop if one holds the data folder, else in this process on the same database.
 * `gateway` is the shop's own, for the latter.
 * @throws {Refusal} when neither can be
 */
export async function ask(config: Config, call: Call, gateway: PaymentGateway): Promise<Answer> {
  if (config.databaseUrl !== null) return doHere(config, call, gateway)
  const door = findDoor(config.dataDir)
  const answered = door === null ? null : await knock(door, call)
  if (answered !== null) return answered
  let release: () => void
  try {
    release = await lockDataDir(config.dataDir)
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new Refusal(
      `${error.message.split('. ')[0]}, which does not listen for the desk. If the shop is just opening or closing, try again in a moment.`,
    )
  }
  try {
    if (isMoved(config.dataDir)) throw new Refusal(movedAway(config.dataDir))
    return await doHere(config, call, gateway)
  } finally {
    // A command may have more to ask for.
    release()
  }
}

function findDoor(dataDir: string): v.InferOutput<typeof Door> | null {
  try {
    const door = v.parse(v.pipe(v.string(), v.parseJson(), Door), readFileSync(doorPath(dataDir), 'utf8'))
    return { ...door, socket: resolve(dataDir, door.socket) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return null
    if (code === 'EACCES') throw anotherUsers()
    throw error
  }
}

const anotherUsers = () =>
  new Refusal('The shop runs as another user. Run the desk as the user who started it.')

/** What to do where nobody knows what became of it. */
const checkFirst = 'Check whether it was done before trying again.'

let isInTheShopsHands = false

/**
 * What to tell whoever leaves now: the running shop does what it was asked, whether or not anybody waits. Null if it was
 * asked nothing.
 */
export const leftWithTheShop = (): string | null =>
  isInTheShopsHands ? `The shop may still be doing it. ${checkFirst}` : null

/** Null when nobody is at home: the shop that left this door was killed. */
async function knock({ socket, token }: v.InferOutput<typeof Door>, call: Call): Promise<Answer | null> {
  const asked = request({
    socketPath: socket,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  asked.once('finish', () => (isInTheShopsHands = true))
  asked.end(JSON.stringify(call))
  try {
    const [response] = await once(asked, 'response')
    return v.parse(AnswerBody, await json(response))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return null
    if (code === 'EACCES') throw anotherUsers()
    throw new Refusal(`The shop stopped answering (${String(code ?? error)}). ${checkFirst}`)
  } finally {
    isInTheShopsHands = false
  }
}

/** On the database itself, with what the server is made of. */
async function doHere(config: Config, call: Call, gateway: PaymentGateway): Promise<Answer> {
  const database = await openDatabase(config)
  try {
    // Of a shop that was never opened the desk makes none: where the address is mistyped, it would be a demo.
    if (config.databaseUrl !== null && (await appliedMigration(database.db)) === null) throw noShop(config)
    await migrate(database)
    // A first start, or a restore, that was broken off leaves the tables alone.
    if (await isUnopened(database.db)) throw noShop(config)
    const log = { error: tellFailure, warn: tellFailure }
    const services = { db: database.db, config, clock: () => new Date(), gateway, log }
    const answer = await runCommand(services, call)
    if (config.databaseUrl === null) await keepUpLast(database.db)
    return answer
  } finally {
    await database.close()
  }
}

/** What an embedded database has counted of a command's changes is lost when it is closed. */
async function keepUpLast(db: Db): Promise<void> {
  try {
    await db.execute(sql`select pg_stat_force_next_flush()`)
    await keepUp(db, new AbortController().signal)
  } catch (error) {
    // The command was done.
    tellFailure(describeFailure(error), 'The database could not be kept up')
  }
}

const noShop = ({ databaseUrl, dataDir }: Config) =>
  new Refusal(
    databaseUrl === null
      ? `There is no shop in ${dataDir}. Set DATA_DIR to the shop’s own folder, or open the shop first: npm start`
      : 'There is no shop in the database that DATABASE_URL names. Correct the address, or open the shop first: npm start',
  )

/** Where it happened is nothing to a jeweller, and there for who asks for it, as of a start that fails. */
function tellFailure(details: unknown, message = ''): void {
  const isAsked = ['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '')
  const told = (name: string, value: unknown) => (name === 'stack' && !isAsked ? undefined : value)
  console.error(`${message} ${JSON.stringify(details, told)}`)
}
