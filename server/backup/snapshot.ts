import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Db } from '../db/db.ts'
import { appliedMigration } from '../db/migrate.ts'
import { derivedTables } from '../db/schema/derived.ts'

/** How many rows are read at once; of tables with pictures only one, because each may have megabytes. */
const rowsAtOnce = 1_000
/** The same where all other calls wait for each read. */
const rowsBetween = 250

// Types are written into statements as they are, so they are checked to contain nothing else.
const Column = v.object({ name: v.string(), type: v.pipe(v.string(), v.regex(/^[\w ()[\],]+$/)) })
const Table = v.object({ name: v.string(), columns: v.array(Column) })
export type Table = v.InferOutput<typeof Table>

/** The first line: the tables, in an order in which each comes after those that it references. */
export const Head = v.object({
  format: v.literal('damson backup'),
  version: v.literal(1),
  made_at: v.string(),
  /** Hash of the last migration: which schema the rows are of. */
  migration: v.string(),
  tables: v.array(Table),
})
export type Head = v.InferOutput<typeof Head>

/** Before the rows of each table. */
export const Opening = v.object({ table: v.string() })

/** A row: the values as the database writes them as text, in the order of the columns. */
export const Row = v.array(v.nullable(v.string()))

/** The checksum that proves a table complete; the digest is the same in whatever order the rows come. */
const Proof = v.object({ rows: v.number(), digest: v.string() })
type Proof = v.InferOutput<typeof Proof>

const Counter = v.object({ table: v.string(), column: v.string(), last: v.string(), isCalled: v.boolean() })
type Counter = v.InferOutput<typeof Counter>

/** The last line; a file without it was cut short. */
export const Tail = v.object({
  end: v.literal(true),
  proofs: v.record(v.string(), Proof),
  /** The next value where the database numbers rows itself. */
  counters: v.array(Counter),
})
export type Tail = v.InferOutput<typeof Tail>

/** Rows in all tables together. */
export const countRows = ({ proofs }: Pick<Tail, 'proofs'>): number =>
  Object.values(proofs).reduce((sum, { rows }) => sum + rows, 0)

/** Sums up rows, one after another. */
function prover() {
  let rows = 0
  let sum = 0n
  return {
    add: (line: string): void => {
      rows += 1
      const hash = createHash('sha256').update(line).digest('hex')
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash}`))
    },
    proof: (): Proof => ({ rows, digest: sum.toString(16) }),
  }
}

/** Has the database write every value in one way, whatever the machine and the engine. Inside a transaction. */
export async function writeExactly(tx: Db): Promise<void> {
  for (const setting of [
    "timezone = 'UTC'",
    "datestyle = 'ISO'",
    "intervalstyle = 'postgres'",
    'extra_float_digits = 1',
    "bytea_output = 'hex'",
  ])
    await tx.execute(sql.raw(`set local ${setting}`))
}

/** Runs `work` on the shop as it is at one moment, whatever is sold meanwhile. */
export const atOneMoment = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(
    async (tx) => {
      await writeExactly(tx)
      return work(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

type Write = (line: string) => Promise<void> | void
/** `waited`: for how many milliseconds the database served nobody else. */
export type ReadOut = (db: Db, write: Write, now: Date) => Promise<{ tail: Tail; waited: number }>

/** Reads the shop out in one transaction: a PostgreSQL server serves everybody else meanwhile. */
export const readBesideOthers: ReadOut = async (db, write, now) => ({
  tail: await atOneMoment(db, (tx) => readOut(tx, write, now)),
  waited: 0,
})

/**
 * The same for the embedded database, which serves nobody else during a transaction: a short one puts all rows aside,
 * as of that moment, in cursors that outlive it. They belong to its only session, so they are read out afterwards in
 * portions, with other calls in between.
 */
export const readBetweenOthers: ReadOut = async (db, write, now) => {
  const prefix = `backup ${randomUUID()} `
  let begun = 0
  try {
    const { head, counters } = await atOneMoment(db, async (tx) => {
      begun = performance.now()
      const head = await headOf(tx, now)
      for (const [place, table] of head.tables.entries())
        await openCursor(tx, prefix + place, table, 'with hold')
      return { head, counters: await readCounters(tx, head.tables) }
    })
    const waited = Math.round(performance.now() - begun)
    // By number: with the prefix a long table name would be truncated, perhaps to the same name as another's.
    const rowsOf = (table: Table) => fetchAll(db, prefix + head.tables.indexOf(table), table, rowsBetween)
    return { tail: await writeOut({ head, rowsOf, counters: async () => counters }, write), waited }
  } finally {
    await closeCursors(db, prefix).catch(() => {})
  }
}

/**
 * Passes the whole shop line by line to `write`: the head, each table's opening and rows, the tail. Inside
 * `atOneMoment`.
 */
export async function readOut(tx: Db, write: Write, now: Date): Promise<Tail> {
  const head = await headOf(tx, now)
  const counters = () => readCounters(tx, head.tables)
  return writeOut({ head, rowsOf: (table) => rowsOf(tx, table), counters }, write)
}

type Source = {
  head: Head
  rowsOf: (table: Table) => AsyncGenerator<string>
  counters: () => Promise<Counter[]>
}

async function headOf(tx: Db, now: Date): Promise<Head> {
  const migration = await appliedMigration(tx)
  if (migration === null) throw new Error('There is no shop in this database')
  const tables = await listTables(tx)
  return { format: 'damson backup', version: 1, made_at: now.toISOString(), migration, tables }
}

async function writeOut({ head, rowsOf, counters }: Source, write: Write): Promise<Tail> {
  await write(JSON.stringify(head))
  const proofs: Record<string, Proof> = {}
  for (const table of head.tables) {
    await write(JSON.stringify({ table: table.name } satisfies v.InferOutput<typeof Opening>))
    const { add, proof } = prover()
    for await (const line of rowsOf(table)) {
      add(line)
      await write(line)
    }
    proofs[table.name] = proof()
  }
  // Last of all, because counters know no transactions: they must not stand below a row that is in here.
  const tail: Tail = { end: true, proofs, counters: await counters() }
  await write(JSON.stringify(tail))
  return tail
}

/** Proofs of what is in these tables now. */
export async function prove(tx: Db, tables: readonly Table[]): Promise<Record<string, Proof>> {
  const proofs: Record<string, Proof> = {}
  for (const table of tables) {
    const { add, proof } = prover()
    for await (const line of rowsOf(tx, table)) add(line)
    proofs[table.name] = proof()
  }
  return proofs
}

async function* rowsOf(tx: Db, table: Table): AsyncGenerator<string> {
  await openCursor(tx, 'backup', table)
  yield* fetchAll(tx, 'backup', table, rowsAtOnce)
}

async function openCursor(tx: Db, cursor: string, { name, columns }: Table, hold = ''): Promise<void> {
  const values = columns.map((column) => sql`${sql.identifier(column.name)}::text`)
  await tx.execute(
    sql`declare ${sql.identifier(cursor)} no scroll cursor ${sql.raw(hold)} for select to_json(array[${sql.join(values, sql`, `)}])::text as line from ${sql.identifier(name)}`,
  )
}

async function* fetchAll(db: Db, cursor: string, { columns }: Table, atOnce: number): AsyncGenerator<string> {
  const most = columns.some(({ type }) => type === 'bytea') ? 1 : atOnce
  for (;;) {
    const { rows } = await db.execute<{ line: string }>(
      sql`fetch ${sql.raw(String(most))} from ${sql.identifier(cursor)}`,
    )
    for (const { line } of rows) yield line
    if (rows.length < most) break
  }
  await db.execute(sql`close ${sql.identifier(cursor)}`)
}

async function closeCursors(db: Db, prefix: string): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from pg_cursors where starts_with(name, ${prefix})`,
  )
  for (const { name } of rows) await db.execute(sql`close ${sql.identifier(name)}`)
}

/** All tables of the shop with what is stored in them, each after those it refers to. */
async function listTables(tx: Db): Promise<Table[]> {
  // What the database makes of other columns and tables is no data: columns cannot be written, tables are written already.
  const { rows } = await tx.execute<{ table: string; name: string; type: string }>(sql`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`)
  const byName = new Map<string, Table>()
  for (const { table: name, ...column } of rows) {
    if (derivedTables.includes(name)) continue
    const table = byName.get(name) ?? { name, columns: [] }
    table.columns.push(column)
    byName.set(name, table)
  }
  const references = await tx.execute<{ from: string; to: string }>(sql`
    select distinct f.relname as from, t.relname as to
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = 'public'::regnamespace`)
  return inOrder([...byName.values()], references.rows)
}

function inOrder(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const placed: Table[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const isFree = ({ name }: Table) =>
      !references.some(({ from, to }) => from === name && waiting.some((other) => other.name === to))
    const free = waiting.filter(isFree)
    if (free.length === 0) throw new Error('Tables refer to each other in a circle')
    placed.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return placed
}

async function readCounters(tx: Db, tables: readonly Table[]): Promise<Counter[]> {
  const counters: Counter[] = []
  for (const { name, columns } of tables) {
    for (const { name: column } of columns) {
      const sequence = await sequenceOf(tx, name, column)
      if (sequence === null) continue
      const { rows } = await tx.execute<{ last: string; isCalled: boolean }>(
        sql.raw(`select last_value::text as last, is_called as "isCalled" from ${sequence}`),
      )
      for (const row of rows) counters.push({ table: name, column, ...row })
    }
  }
  return counters
}

/** The sequence that numbers this column, quoted as SQL wants it; null without one. */
export async function sequenceOf(tx: Db, table: string, column: string): Promise<string | null> {
  const { rows } = await tx.execute<{ sequence: string | null }>(
    sql`select pg_get_serial_sequence(quote_ident(${table}), ${column}) as sequence`,
  )
  return rows[0]?.sequence ?? null
}
