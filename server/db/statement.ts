import type { Db } from './db.ts'

/**
 * A statement that the database parses and plans once for each connection instead of at each call; values stand for $1,
 * $2 and so on. For the few statements that run all the time: building a text costs more than sending it.
 *
 * Rows are as the driver returns them, so times are text.
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

/**
 * A value that is made when its statement is sent, not before: by then a connection may have been waited for.
 * @param make is called at each sending
 */
export const whenSent = (make: () => string) => ({ toPostgres: make })
