import { setImmediate as immediately } from 'node:timers/promises'
import type { Db } from './db.ts'

/**
 * Batches reads that many callers make one by one. A call that comes while a read is under way waits for the next read,
 * which serves all who have come in the meantime. So nobody gets data from before they asked, and the more ask, the
 * less each costs. Only for statements that are quick with many keys, because all callers wait for the slowest key; and
 * for keys that cannot make the statement fail, because it fails for all who share it.
 * @param readAll gives a value for each key, in their order
 */
export function gathered<Key, Value>(
  readAll: (db: Db, keys: readonly Key[]) => Promise<readonly Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  return gatheredUntilSent((db, taken) => readAll(db, taken()))
}

/** The keys of all who have come by the time of the first call, at each call the same: who comes later is not among them. */
export type Taken<Key> = () => readonly Key[]

/**
 * The same, for a reading that itself says when it takes the keys: as late as it can, because whoever comes while it
 * only waits for a connection then need not wait for the next one.
 */
export function gatheredUntilSent<Key, Value>(
  readAll: (db: Db, taken: Taken<Key>) => Promise<readonly Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  const known = new WeakMap<Db, (key: Key) => Promise<Value>>()
  return (db, key) => {
    const read = known.get(db) ?? gather((taken: Taken<Key>) => readAll(db, taken))
    known.set(db, read)
    return read(key)
  }
}

function gather<Key, Value>(readAll: (taken: Taken<Key>) => Promise<readonly Value[]>) {
  let keys: Key[] = []
  let next: Promise<readonly Value[]> | null = null
  let underWay: Promise<unknown> | null = null

  async function readNext(): Promise<readonly Value[]> {
    // If no read is under way, wait for the other calls of this turn of the event loop.
    await (underWay ?? immediately())
    let those: readonly Key[] | null = null
    const taken = () => {
      if (those === null) {
        those = keys
        keys = []
        next = null
      }
      return those
    }
    // One that failed before it took any has failed for all who were waiting for it.
    const values = readAll(taken).finally(taken)
    const ended = values
      .catch(() => undefined)
      .then(() => {
        if (underWay === ended) underWay = null
      })
    underWay = ended
    const read = await values
    // Let the next read reach the database before the callers work on this result.
    await immediately()
    return read
  }

  return async (key: Key): Promise<Value> => {
    const place = keys.push(key) - 1
    next ??= readNext()
    const value = (await next)[place]
    return value as Value
  }
}
