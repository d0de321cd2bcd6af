import { sql as template } from 'drizzle-orm'
import type { Db } from './db.ts'
import { lockNotAvailable, retried, sqlState, transaction } from './db.ts'
import { gathered } from './gathered.ts'
import { statement } from './statement.ts'

/**
 * A condition that is always met, for what comes of a list. The planner takes a list for a hundred rows, and rather than
 * look up so many reads a table that is still small; and it keeps that plan while the table grows. Of what meets this it
 * expects one.
 */
export const few = (column: string) => `${column} + 0 = ${column}`

/** Refused for what was asked for: values and constraints, and what is too large (PostgreSQL's classes 22, 23 and 54). */
const isOwnFault = (error: unknown) => /^(22|23|54)/.test(sqlState(error) ?? '')

/** How long one that is asked for by itself waits for what somebody holds, in milliseconds: it has waited before. */
const onceMore = 100
/** How long those of a statement that has waited in vain are asked for one by one: a whole table may be held. */
const patience = 3_000

type Outcome<Value> = { value: Value } | { error: unknown }

/**
 * A statement that does for many what each asks for by itself, as `gathered` does it. What they ask for stands for $1, a
 * list of JSON objects, each with its number `nth` in it; the row that is somebody's answer gives `nth` back, and who
 * has none gets null. It must not matter to anybody whom else it is done for, or in what order.
 *
 * What the database refuses for all at once, because of what one of them asked for, has had no effect. So it is asked for
 * each by itself then, and only whose own it refuses is told so. The same goes for what has waited too long for somebody,
 * unless it is not `isAskedSingly`: then all are told.
 * @param name as that of {@link statement}
 */
export function together<Key extends object, Row extends { nth: number }>(
  name: string,
  sql: string,
  { isAskedSingly = true } = {},
): (db: Db, key: Key) => Promise<Row | null> {
  const run = statement<Row>(name, sql)

  async function ask(db: Db, keys: readonly Key[]): Promise<Outcome<Row | null>[]> {
    const rows = await run(db, [JSON.stringify(keys.map((key, nth) => ({ nth, ...key })))])
    const byNumber = new Map(rows.map((row) => [row.nth, row]))
    return keys.map((_key, nth) => ({ value: byNumber.get(nth) ?? null }))
  }

  async function outcomesOf(db: Db, keys: readonly Key[]): Promise<Outcome<Row | null>[]> {
    try {
      return await retried(() => ask(db, keys))
    } catch (error) {
      const hasWaited = sqlState(error) === lockNotAvailable
      // What fails otherwise, such as a connection or a database that is shut down, may have been done all the same.
      if (keys.length === 1 || !((hasWaited && isAskedSingly) || isOwnFault(error)))
        return keys.map(() => ({ error }))
      const begun = performance.now()
      const outcomes: Outcome<Row | null>[] = []
      for (const key of keys) {
        if (!hasWaited) outcomes.push(...(await outcomesOf(db, [key])))
        else if (performance.now() - begun > patience) outcomes.push({ error })
        else outcomes.push(...(await hardlyWaiting(db, [key])))
      }
      return outcomes
    }
  }

  async function hardlyWaiting(db: Db, keys: readonly Key[]): Promise<Outcome<Row | null>[]> {
    try {
      return await transaction(db, async (tx) => {
        await tx.execute(template.raw(`set local lock_timeout = ${onceMore}`))
        return ask(tx, keys)
      })
    } catch (error) {
      return keys.map(() => ({ error }))
    }
  }

  const outcomeOf = gathered(outcomesOf)
  return async (db, key) => {
    const outcome = await outcomeOf(db, key)
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}
