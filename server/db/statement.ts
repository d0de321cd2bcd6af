import type { Db } from './db.ts'

/**
 * A statement that the database reads and plans once for each connection, and not anew at each call; values stand for
 * $1, $2 and so on. For those few that are asked for all the time: building a text costs more than sending it.
 *
 * What comes is as the driver gives it, so times are text.
 * @param name of its own in the whole program
 */
export function statement<Row = unknown>(name: string, sql: string) {
  return async (db: Db, values: readonly unknown[]): Promise<Row[]> => {
    const query = db._.session.prepareQuery({ sql, params: [...values] }, undefined, name, false)
    // What a statement gives is for who writes it to say, as with `db.execute`.
    const { rows } = (await query.execute()) as { rows: Row[] }
    return rows
  }
}
