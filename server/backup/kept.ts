import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { tally } from '../metrics/tally.ts'
import { describeFailure } from '../process/failure.ts'
import { privateFolder } from '../process/privateFolder.ts'
import { type Written, removeUnfinished, writeBackup } from './file.ts'
import { readBetweenOthers } from './snapshot.ts'

const hour = 3_600_000
const day = 24 * hour
/** How many of the newest are kept; and the newest of each day is kept for a number of days. */
const newest = 6
const days = 7
/** None but the latest is kept for longer, in days: customers who have deleted their account are still in it. */
const oldest = 30

const backupName = /^damson-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.backup$/

export const backupFolder = (dataDir: string): string => join(dataDir, 'backups')

/** What a backup made now is called: names are in the order of time. */
export const nameAt = (now: Date): string => `damson-${now.toISOString().replaceAll(/[:.]/g, '-')}.backup`

/** Backs the embedded shop up into its data folder, beside the backups that are kept there. `signal` gives it up. */
export async function backUpInto(
  dataDir: string,
  db: Db,
  signal?: AbortSignal,
): Promise<Written & { path: string }> {
  const folder = privateFolder(backupFolder(dataDir))
  const now = new Date()
  const path = join(folder, nameAt(now))
  const how = { readOut: readBetweenOthers, ...(signal && { signal }) }
  return { ...(await writeBackup(db, path, now, how)), path }
}

/** When the backup of this name was made, in milliseconds since 1970. */
const timeOf = (name: string): number => Date.parse(name.replace(backupName, '$1T$2:$3:$4.$5Z'))

type Log = Record<'warn' | 'error', (details: object, message: string) => void>

/**
 * Backs the embedded database up every hour, and when asked: that database does not wait for the disk, so a power cut
 * may ruin it. Only when something was changed since this process made the last one: the first is made in any case,
 * because the process before it may have been killed before it backed up its changes. It is made as soon as the newest
 * is an hour old: a shop that is killed again and again would never be open for an hour. The number of backups is
 * bounded.
 */
export function keepBackups({
  db,
  dataDir,
  log,
  every = hour,
  longest = 2_000,
  agesAfter = hour,
}: {
  db: Db
  dataDir: string
  log: Log
  every?: number
  /** Others wait while a backup begins: the jeweller is told if that took longer than this many milliseconds. */
  longest?: number
  /** How long this has to run before anything is too old: a clock that is ahead is put right soon after a start. */
  agesAfter?: number
}) {
  const folder = backupFolder(dataDir)
  let changes: string | null = null
  let latest = ''
  const opened = performance.now()
  const sweep = () => sweepBackups(folder, latest, performance.now() - opened >= agesAfter)
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  const enough = new AbortController()
  let running: Promise<void> | null = begin().finally(() => {
    running = null
  })

  async function begin(): Promise<void> {
    let wait = every
    try {
      // A backup that was cut short holds customers' data, and is of no use to anybody.
      await removeUnfinished(privateFolder(folder))
      const [last, made] = [await newestIn(folder), await madeAt(dataDir)]
      // Of a shop that another was put in place of since: who needs the newest backup would get what was undone.
      const isAnothers = last !== null && last < made
      const safe = isAnothers ? made : (last ?? made)
      tally.backups.lostSince = safe
      wait = isAnothers ? 0 : Math.min(Math.max(safe.getTime() + every - Date.now(), 0), every)
    } catch (error) {
      tally.backups.isFailing = true
      log.error(describeFailure(error), 'The folder of the backups could not be tidied up')
    }
    if (!isStopping) plan(wait)
  }

  function plan(wait: number): void {
    timer = setTimeout(() => {
      running ??= attempt().finally(() => {
        running = null
      })
      plan(every)
    }, wait).unref()
  }

  async function backUp(): Promise<void> {
    const begun = new Date()
    // A shop that is being closed has no shoppers left who could wait.
    const isOpen = !isStopping
    const found = await changesIn(db)
    if (found === changes) {
      tally.backups.lostSince = begun
      return sweep()
    }
    const { path, rows, waited } = await backUpInto(dataDir, db, enough.signal)
    tally.backups.lostSince = begun
    if (isOpen && waited > longest)
      log.warn(
        { milliseconds: waited, rows },
        'Shoppers waited while the shop was backed up: on a PostgreSQL server nobody would (docs/operations.md)',
      )
    changes = found
    latest = basename(path)
    await sweep()
  }
  const attempt = async (): Promise<void> => {
    try {
      await backUp()
      tally.backups.isFailing = false
    } catch (error) {
      tally.backups.isFailing = true
      if (enough.signal.aborted)
        log.error({}, 'There was no time for a last backup: nothing since the previous one is backed up')
      else log.error(describeFailure(error), 'The shop could not be backed up')
    }
  }
  return {
    /**
     * Makes the last one, when shoppers have been sent away, unless it takes longer than `patience` milliseconds: then the
     * one before has to do.
     */
    async stop(patience: number): Promise<void> {
      isStopping = true
      clearTimeout(timer)
      const last = setTimeout(() => enough.abort(), patience)
      await running
      await attempt()
      clearTimeout(last)
    },
  }
}

/** When the newest backup was made; null if there is none. A name from a clock that was ahead says nothing. */
async function newestIn(folder: string): Promise<Date | null> {
  const now = Date.now()
  const times = (await readdir(folder))
    .filter((name) => backupName.test(name))
    .map(timeOf)
    .filter((time) => time <= now)
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

/** When the database was made. */
const madeAt = async (dataDir: string): Promise<Date> =>
  // Of its files the only one that is written once and never again.
  (await stat(join(dataDir, 'postgres', 'PG_VERSION'))).mtime

/** How many changes of rows there ever were: not how far the database has written, which it does of itself to keep tidy. */
async function changesIn(db: Db): Promise<string | null> {
  // It counts what was done once a second at most.
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await db.execute<{ changes: string }>(
    sql`select sum(n_tup_ins + n_tup_upd + n_tup_del)::text as changes from pg_stat_user_tables`,
  )
  return rows[0]?.changes ?? null
}

/**
 * Removes backups that are neither among the newest nor their day's last, or too old. None can be newer than the latest:
 * a name that says so comes from a clock that was wrong.
 */
async function sweepBackups(folder: string, latest: string, byAge: boolean): Promise<void> {
  const all = (await readdir(folder)).filter((name) => backupName.test(name)).sort()
  const [misdated, dated] = [all.filter((name) => name > latest), all.filter((name) => name <= latest)]
  const names = [...misdated, ...dated].reverse()
  const dayOf = (name: string) => backupName.exec(name)?.[1]
  const last = names.filter((name, index) => dayOf(name) !== dayOf(names[index - 1] ?? '')).slice(0, days)
  const isKept = (name: string, place: number) =>
    name === latest ||
    ((!byAge || timeOf(name) >= Date.now() - oldest * day) && (place < newest || last.includes(name)))
  for (const [place, name] of names.entries())
    if (!isKept(name, place)) await rm(join(folder, name), { force: true })
}
