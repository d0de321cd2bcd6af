import { sql as template } from 'drizzle-orm'
import type { Db } from './db.ts'
import { lockNotAvailable, retried, sqlState, transaction } from './db.ts'
import { gatheredUntilSent } from './gathered.ts'
import type { Taken } from './gathered.ts'
import { statement, whenSent } from './statement.ts'

/**
 * A condition that is always true, for rows that come from a list. The planner expects a hundred rows from a list, and
 * so reads a small table in full rather than look them up; and it keeps that plan while the table grows. With this
 * condition it expects one row.
 */
export const few = (column: string) => `${column} + 0 = ${column}`

/**
 * Refused because of the caller's own values: data exceptions, constraints, and what is too large (PostgreSQL's classes
 * 22, 23 and 54).
 */
const isOwnFault = (error: unknown) => /^(22|23|54)/.test(sqlState(error) ?? '')

/** How long a call that is executed alone waits for a lock, in milliseconds: it has waited before. */
const onceMore = 100
/** For how long the keys of a batch that has waited in vain are executed one by one: a whole table may be locked. */
const patience = 3_000

type Outcome<Value> = { value: Value } | { error: unknown }

/** Whatever becomes of one, those before have their outcomes already. */
const outcomeOfOne = <Value>(asked: () => Promise<Outcome<Value>[]>): Promise<Outcome<Value>[]> =>
  asked().catch((error: unknown) => [{ error }])

/**
 * A statement executed once for many callers, batched as in `gathered`. The callers' keys are $1, a list of JSON
 * objects, each with its number `nth`; the row that answers a caller returns that `nth`, and a caller without a row
 * gets null. It must not matter to anybody whose keys share the statement, or in what order.
 *
 * If the database refuses a batch because of one caller's values, nothing has happened. The keys are then executed one
 * by one, and only those refused again fail. The same goes for a batch that has waited too long for a lock, unless
 * `isAskedSingly` is false: then it fails for all.
 * @param name as that of {@link statement}
 */
export function together<Key extends object, Row extends { nth: number }>(
  name: string,
  sql: string,
  { isAskedSingly = true } = {},
): (db: Db, key: Key) => Promise<Row | null> {
  const run = statement<Row>(name, sql)

  // On one connection for all, as the embedded database has, batches that took their keys before it was free would
  // follow each other in the order they came, most of them of a single key, for as long as a rush lasts.
  async function ask(db: Db, taken: Taken<Key>): Promise<Outcome<Row | null>[]> {
    const asked = whenSent(() => JSON.stringify(taken().map((key, nth) => ({ nth, ...key }))))
    const rows = await run(db, [asked])
    const byNumber = new Map(rows.map((row) => [row.nth, row]))
    return taken().map((_key, nth) => ({ value: byNumber.get(nth) ?? null }))
  }

  async function outcomesOf(db: Db, taken: Taken<Key>): Promise<Outcome<Row | null>[]> {
    let isSent = false
    const takenThen = () => {
      isSent = true
      return taken()
    }
    try {
      return await retried(() => ask(db, takenThen))
    } catch (error) {
      // Without a connection. To take the keys now would fail those who have hardly waited for one.
      if (!isSent) throw error
      const keys = taken()
      const hasWaited = sqlState(error) === lockNotAvailable
      // What fails otherwise, such as a connection or a database that is shut down, may have been done all the same.
      if (keys.length === 1 || !((hasWaited && isAskedSingly) || isOwnFault(error)))
        return keys.map(() => ({ error }))
      const begun = performance.now()
      const outcomes: Outcome<Row | null>[] = []
      for (const key of keys) {
        if (!hasWaited) outcomes.push(...(await outcomeOfOne(() => retried(() => ask(db, () => [key])))))
        else if (performance.now() - begun > patience) outcomes.push({ error })
        else outcomes.push(...(await outcomeOfOne(() => askHardlyWaiting(db, key))))
      }
      return outcomes
    }
  }

  const askHardlyWaiting = (db: Db, key: Key) =>
    transaction(db, async (tx) => {
      await tx.execute(template.raw(`set local lock_timeout = ${onceMore}`))
      return ask(tx, () => [key])
    })

  const outcomeOf = gatheredUntilSent(outcomesOf)
  return async (db, key) => {
    const outcome = await outcomeOf(db, key)
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}
