import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../db/connect.ts'
import { type Db, sqlState } from '../db/db.ts'
import { appliedMigration, isKnownMigration, migrate, migrationLock } from '../db/migrate.ts'
import { seedLock } from '../demo/seed.ts'
import { describeFailure } from '../process/failure.ts'
import { Head, Opening, Row, Tail, prove, sequenceOf, writeExactly } from './snapshot.ts'
import type { Table } from './snapshot.ts'

/** So much text is written in one statement, more or less. */
const textAtOnce = 512 * 1024

/** Why a shop cannot be restored here; `message` is for the person who asked for it. Nothing was changed. */
export class Unfit extends Error {}

/** Told of each table that is done. */
export type Progress = (table: string, rows: number) => void

type Options = {
  progress?: Progress
  /** Told of what failed once the shop was here: a line for whoever asked for it. */
  warn?: (line: string) => void
  finish?: (tx: Db) => Promise<void>
}

/**
 * Restores a shop, given as the lines that `readOut` wrote, into an empty database: whole or not at all. Before it
 * commits, what has been written is read back and compared with the checksums in the lines; then `finish` does what is
 * to be done before any server sees the shop.
 * @throws {Unfit} when the database is not empty, or the lines are no shop, cut short, damaged or of a newer version
 */
export async function putShop(
  database: Pick<Database, 'db' | 'pool'>,
  lines: AsyncIterable<string>,
  { progress = () => {}, warn = () => {}, finish }: Options = {},
): Promise<Tail & Pick<Head, 'made_at'>> {
  const next = reading(lines)
  const head = v.safeParse(Line(Head), await next())
  if (!head.success) throw new Unfit('This is no backup of a shop.')
  const { made_at, migration, tables } = head.output
  if (!isKnownMigration(migration))
    throw new Unfit('This backup is of a newer version of the shop. Restore it with that version.')
  await refuseFilled(database.db)
  await migrate(database, migration)
  const tail = await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    // A server that starts now waits until the restore is complete, and then finds the shop.
    for (const lock of [migrationLock, seedLock]) await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
    await refuseFilled(tx)
    if ((await appliedMigration(tx)) !== migration)
      throw new Unfit('The database has the tables of a newer version already. Please make another one.')
    await writeExactly(tx)
    const filled = await fill(tx, tables, next, progress).catch((error: unknown) => {
      // What the database will not take as a value, or that refers to a row which is not there.
      throw /^2[23]/.test(sqlState(error) ?? '') ? damaged() : error
    })
    await finish?.(tx)
    return filled
  })
  await migrate(database)
  await analyse(database.db, warn)
  return { ...tail, made_at }
}

/**
 * Whoever opens the shop now reads by it. An embedded database would find out by itself only once it is open. By now the
 * shop is here, and could not be put here again: so what fails is told, and no more.
 */
async function analyse(db: Db, warn: (line: string) => void): Promise<void> {
  for (const name of await tablesOf(db)) {
    try {
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local statement_timeout = 0`)
        await tx.execute(sql`analyze ${sql.identifier(name)}`)
      })
    } catch (error) {
      warn(
        `${name}: what the database plans by could not be gathered (${describeFailure(error).message}). It gathers that by itself; until then pages may take longer.`,
      )
    }
  }
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** @throws {Unfit} when there is something in the database already */
export async function refuseFilled(db: Db): Promise<void> {
  for (const name of await tablesOf(db)) {
    const found = await db.execute(sql`select 1 from ${sql.identifier(name)} limit 1`)
    if (found.rows.length > 0)
      throw new Unfit(
        `The database is not empty: there is something in its table ${name}. Please make another one (createdb), and name that.`,
      )
  }
}

type Next = () => Promise<string>

function reading(lines: AsyncIterable<string>): Next {
  const iterator = lines[Symbol.asyncIterator]()
  return async () => {
    const { value, done } = await iterator.next()
    if (done === true) throw damaged()
    return value
  }
}

const Line = <S extends v.GenericSchema>(schema: S) => v.pipe(v.string(), v.parseJson(), schema)

function parse<S extends v.GenericSchema>(schema: S, line: string): v.InferOutput<S> {
  const parsed = v.safeParse(Line(schema), line)
  if (!parsed.success) throw damaged()
  return parsed.output
}

const damaged = () => new Unfit('The backup is damaged, or was cut short.')

async function fill(tx: Db, tables: readonly Table[], next: Next, progress: Progress): Promise<Tail> {
  let line = await next()
  for (const table of tables) {
    if (parse(Opening, line).table !== table.name) throw damaged()
    let count = 0
    let batch: string[] = []
    let length = 0
    const flush = async () => {
      await insert(tx, table, batch)
      count += batch.length
      batch = []
      length = 0
    }
    for (line = await next(); line.startsWith('['); line = await next()) {
      if (parse(Row, line).length !== table.columns.length) throw damaged()
      batch.push(line)
      length += line.length
      if (length > textAtOnce) await flush()
    }
    await flush()
    progress(table.name, count)
  }
  const tail = parse(Tail, line)
  for (const { table, column, last, isCalled } of tail.counters) {
    const sequence = await sequenceOf(tx, table, column)
    await tx.execute(sql`select setval(${sequence}::regclass, ${last}::bigint, ${isCalled})`)
  }
  const written = await prove(tx, tables)
  for (const { name } of tables) {
    const [is, was] = [written[name], tail.proofs[name]]
    if (is === undefined || is.rows !== was?.rows || is.digest !== was.digest) throw damaged()
  }
  return tail
}

async function insert(tx: Db, { name, columns }: Table, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return
  const names = columns.map((column) => sql.identifier(column.name))
  const values = columns.map(({ type }, index) => sql.raw(`(r ->> ${index})::${type}`))
  await tx.execute(
    sql`insert into ${sql.identifier(name)} (${sql.join(names, sql`, `)}) overriding system value select ${sql.join(values, sql`, `)} from json_array_elements(${`[${rows.join(',')}]`}::json) r`,
  )
}
