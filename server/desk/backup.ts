import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { counted } from '#contract/counted.ts'
import { logEverybodyOut } from '../auth/restored.ts'
import { writeBackup, readBackup } from '../backup/file.ts'
import { backUpInto, nameAt } from '../backup/kept.ts'
import { type Progress, Unfit, putShop, refuseFilled } from '../backup/put.ts'
import { type Head, countRows, readBesideOthers, readBetweenOthers } from '../backup/snapshot.ts'
import type { Config } from '../config.ts'
import { asideOf, restoringIn } from '../db/brokenOff.ts'
import { type Database, openDatabase } from '../db/connect.ts'
import type { Db } from '../db/db.ts'
import { LockedError, lockDataDir } from '../db/lock.ts'
import { migrate } from '../db/migrate.ts'
import { isMoved, markMoved, movedAway, unmarkMoved } from '../db/moved.ts'
import { type Unsettled, leaveToDesk, unsettledPayments } from '../payments/unsettled.ts'
import { inShell } from '../process/inShell.ts'
import { privateFolder } from '../process/privateFolder.ts'
import { foreseen } from '../process/startFailure.ts'
import { Refusal, WrongUse, aloneCommand, command, named, thereIs } from './command.ts'
import { ordersNotPaidBack } from './ordersDue.ts'
import { paymentTable } from './payments.ts'
import { when } from './table.ts'
import { typedPath } from './typedFile.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>
type Tell = (line: string) => void

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const backup = command({
  name: 'backup',
  usage: 'FILE',
  summary: 'Writes the whole shop into one file, as it is at one moment.',
  notes: [
    'The file holds everything the shop knows of its customers, so only its owner can read it: protect it as you',
    'protect the shop. The session secret is not in it. Restore it with: npm run desk -- restore FILE',
  ],
  examples: ['/backups/damson-monday.backup'],
  input: v.object({ path: v.string('Please give the file to write.') }),
  read: (typed) => {
    const { file } = named(typed, 'file')
    return { path: file && typedPath(file) }
  },
  work: async ({ db, clock, config }, { path }) => {
    try {
      const { rows, bytes } = await writeBackup(db, path, clock(), {
        readOut: config.databaseUrl === null ? readBetweenOthers : readBesideOthers,
      })
      return `${counted(rows, 'row')} in ${path}, ${size(bytes)}.`
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code === 'EEXIST') throw new Refusal(thereIs(path))
      if (code === 'ENOENT') throw new Refusal(`There is no folder for ${path}.`)
      // Of a file, not of the database, and not only where its disk is full.
      const isOfFile = code === 'ENOSPC' || (error instanceof Error && 'path' in error)
      if (isOfFile) throw new Refusal(`${path} cannot be written (${String(code)}).`)
      throw error
    }
  },
})

const restore = aloneCommand({
  name: 'restore',
  usage: 'FILE [--replace]',
  summary: 'Restores a shop from a backup. Every row is read back and compared before it counts.',
  notes: [
    'The shop has to be closed. With DATABASE_URL the database has to be empty. In a data folder that has a shop,',
    '--replace puts that one aside, into postgres.before-… beside it; remove it once you are satisfied.',
    'What was paid since the backup is not in it: docs/operations.md says what to compare before the shop opens.',
  ],
  examples: [
    '/backups/damson-monday.backup',
    `.data/backups/${nameAt(new Date('2026-11-22T03:00:00Z'))} --replace`,
  ],
  options: { replace: { type: 'boolean', help: 'puts the shop that is in the data folder aside' } },
  makesShop: true,
  run: async (config, typed, tell) => {
    const { file } = named(typed, 'file')
    if (file === undefined) throw new WrongUse('Please give the backup to restore.')
    const path = typedPath(file)
    if (config.databaseUrl !== null) return reportOf(await restoreFrom(path, config, tell))
    return closed(config, async () => {
      const place = join(config.dataDir, 'postgres')
      const hasShop = existsSync(place)
      if (hasShop && typed.values['replace'] !== true)
        throw new Refusal(
          `There is a shop in ${config.dataDir}. To put it aside, add --replace: npm run desk -- restore ${inShell(file)} --replace`,
        )
      // Beside the shop, so that what fails leaves everything as it was.
      const beside = restoringIn(config.dataDir)
      rmSync(beside, { recursive: true, force: true })
      try {
        const restored = await restoreFrom(path, { dataDir: beside, databaseUrl: null }, tell)
        const aside = asideOf(config.dataDir, new Date())
        // One that nobody opens any more keeps the permissions that it has now.
        if (hasShop) renameSync(privateFolder(place), aside)
        try {
          renameSync(join(beside, 'postgres'), place)
        } catch (error) {
          if (hasShop) renameSync(aside, place)
          throw error
        }
        unmarkMoved(config.dataDir)
        const where = hasShop ? ` What was there is in ${aside}.` : ''
        return reportOf(restored, where)
      } finally {
        rmSync(beside, { recursive: true, force: true })
      }
    })
  },
})

type Restored = Pick<Head, 'made_at'> & { rows: number; uncertain: Unsettled[]; owed: string }

/**
 * Payments that were under way are left to the desk: what became of them since, only the provider knows. Likewise nobody
 * knows who has been logged out since.
 */
const restoreFrom = (path: string, where: Place, tell: Tell): Promise<Restored> =>
  fillFrom(path, where, async (database, lines) => {
    const finish = async (tx: Db) => {
      await leaveToDesk(tx)
      await logEverybodyOut(tx)
    }
    const tail = await putShop(database, lines, { progress: telling(tell), warn: tell, finish })
    const unsettled = await unsettledPayments(database.db)
    return {
      made_at: tail.made_at,
      rows: countRows(tail),
      uncertain: unsettled.filter(({ status }) => status === 'uncertain'),
      owed: await ordersNotPaidBack(database.db),
    }
  })

/** What whoever restored a shop has to know before it opens. */
function reportOf({ made_at, rows, uncertain, owed }: Restored, where = ''): string {
  const left = `${counted(uncertain.length, 'payment was', 'payments were')} under way then, and ${uncertain.length === 1 ? 'is' : 'are'} left to you, as todo will say, too:`
  return [
    `The shop is back as it was on ${when(made_at)}: ${counted(rows, 'row')}.${where}`,
    'What was ordered, cancelled or paid since then is not in it. Before you open it, compare the payment provider’s list from then on with its orders (docs/operations.md, “After a restore”).',
    'Everybody has to log in again. Who deleted their account, was forgotten or left the newsletter since is in it again, and who has chosen a new password has the old one (the same, point 7). Customers blocked since can log in, and reviews removed since are public (point 8).',
    ...(uncertain.length === 0 ? [] : [left, paymentTable(uncertain)]),
    ...(owed === ''
      ? []
      : ['Whether this was done since, find out first: nothing is paid back unasked.', owed]),
  ].join('\n')
}

const migrateTo = aloneCommand({
  name: 'migrate-to',
  usage: 'ADDRESS',
  summary: 'Moves the shop from the embedded database to a PostgreSQL server, and compares every row.',
  notes: [
    'The shop has to be closed, the database empty. The data folder stays as it is, with one more backup in backups/.',
    'A password need not be in the address: PGPASSWORD in the environment works too.',
  ],
  examples: ['postgresql://damson@localhost/damson'],
  run: async (config, typed, tell) => {
    const { url } = named(typed, 'url')
    if (url === undefined || !/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
      throw new WrongUse('Please give the address of a database: postgresql://user@host:port/name')
    if (config.databaseUrl !== null)
      throw new Refusal(
        'This shop is on a PostgreSQL server already. Unset DATABASE_URL, or use backup and restore.',
      )
    return closed(config, async () => {
      // What was ordered since then would not come along.
      if (isMoved(config.dataDir)) throw new Refusal(movedAway(config.dataDir))
      const target = { dataDir: config.dataDir, databaseUrl: url }
      // Before a backup, which would be one of the few that are kept.
      await atAddress(url, () => expectEmpty(target))
      const path = await backUp(config, tell)
      const tail = await atAddress(url, () =>
        fillFrom(path, target, (database, lines) =>
          putShop(database, lines, { progress: telling(tell), warn: tell }),
        ),
      )
      markMoved(config.dataDir)
      return [
        `The shop has moved: ${counted(countRows(tail), 'row')} in ${counted(Object.keys(tail.proofs).length, 'table')}, all compared.`,
        'Start it with DATABASE_URL set to that address, and with the secret it has had until now:',
        secretOf(config),
        'Do not open the old one again: what is ordered there stays there. Its desk refuses to work until you do.',
        `Once you are satisfied, within 30 days, remove what is left of it: rm -r ${['postgres', 'backups'].map((name) => inShell(join(config.dataDir, name))).join(' ')}`,
      ].join('\n')
    })
  },
})

/** Where who moves finds the secret: the file is of no use where the environment has named another one. */
function secretOf({ dataDir, sessionSecret }: Config): string {
  const path = join(dataDir, 'session-secret')
  const isKept = existsSync(path) && readFileSync(path, 'utf8').trim() === sessionSecret
  return isKept
    ? `  SESSION_SECRET="$(cat ${inShell(path)})", unless it was started with another one`
    : '  the SESSION_SECRET that is set here'
}

export const backupCommands = [backup, restore, migrateTo]

/** Runs `work` while this is the only process in the data folder. @throws {Refusal} while the shop is open */
async function closed<T>({ dataDir }: Config, work: () => Promise<T>): Promise<T> {
  let release: () => void
  try {
    release = await lockDataDir(dataDir)
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new Refusal(`The shop is open. Close it first. (${error.message.split('. ')[0]}.)`)
  }
  return work().finally(release)
}

/** @throws {Unfit} */
async function expectEmpty(where: Place): Promise<void> {
  const database = await openDatabase(where)
  try {
    await refuseFilled(database.db)
  } finally {
    await database.close()
  }
}

/** What is said of the variable of a database that the shop is on, where another was given by its address. */
const ofVariable = /^DATABASE_URL: /

/**
 * Does `work` with the database at this address.
 * @throws {Refusal} also where the fault is the address’s or the database’s
 */
async function atAddress<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Unfit) throw new Refusal(error.message)
    const source = 'the address'
    const said = error instanceof Error && ofVariable.test(error.message) ? error.message : null
    const reason =
      said?.replaceAll('DATABASE_URL', source) ??
      foreseen(error, { ...process.env, DATABASE_URL: url }, source)
    if (reason === null) throw error
    throw new Refusal(`The shop was not moved: ${reason}`)
  }
}

async function backUp(config: Config, tell: Tell): Promise<string> {
  const database = await openDatabase(config)
  try {
    await migrate(database)
    const { path, rows, bytes } = await backUpInto(config.dataDir, database.db)
    tell(`Backed up ${counted(rows, 'row')}, ${size(bytes)}: ${path}`)
    return path
  } finally {
    await database.close()
  }
}

const telling =
  (tell: Tell): Progress =>
  (table, rows) =>
    tell(`${table}: ${counted(rows, 'row')}`)

/** Has `put` fill the database there from this backup. @throws {Refusal} */
async function fillFrom<T>(
  path: string,
  where: Place,
  put: (database: Database, lines: AsyncIterable<string>) => Promise<T>,
): Promise<T> {
  try {
    // Before a database is made for what cannot be read, which takes seconds.
    const lines = readBackup(path)
    const database = await openDatabase(where)
    try {
      return await put(database, lines)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (error instanceof Unfit) throw new Refusal(error.message)
    throw error
  }
}
