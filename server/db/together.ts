import type { Db } from './db.ts'
import { retried, sqlState } from './db.ts'
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

type Outcome<Value> = { value: Value } | { error: unknown }

/**
 * A statement that does for many what each asks for by itself, as `gathered` does it. What they ask for stands for $1, a
 * list of JSON objects, each with its number `nth` in it; the row that is somebody's answer gives `nth` back, and who
 * has none gets null. It must not matter to anybody whom else it is done for, or in what order.
 *
 * What the database refuses for all at once, because of what one of them asked for, has had no effect. So it is asked for
 * each by itself then, and only whose own it refuses is told so.
 * @param name as that of {@link statement}
 */
export function together<Key extends object, Row extends { nth: number }>(
  name: string,
  sql: string,
): (db: Db, key: Key) => Promise<Row | null> {
  const run = statement<Row>(name, sql)

  async function outcomesOf(db: Db, keys: readonly Key[]): Promise<Outcome<Row | null>[]> {
    try {
      const asked = JSON.stringify(keys.map((key, nth) => ({ nth, ...key })))
      const rows = await retried(() => run(db, [asked]))
      const byNumber = new Map(rows.map((row) => [row.nth, row]))
      return keys.map((_key, nth) => ({ value: byNumber.get(nth) ?? null }))
    } catch (error) {
      // What fails otherwise, such as a connection or a database that is shut down, may have been done all the same.
      if (keys.length === 1 || !isOwnFault(error)) return keys.map(() => ({ error }))
      const outcomes: Outcome<Row | null>[] = []
      for (const key of keys) outcomes.push(...(await outcomesOf(db, [key])))
      return outcomes
    }
  }

  const outcomeOf = gathered(outcomesOf)
  return async (db, key) => {
    const outcome = await outcomeOf(db, key)
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}
