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
 * only waits for a connection then need not wait for the next one. If it fails without having taken any, it fails for
 * those who were there when it was called; who came since has not had its time to wait, and is read for by the next.
 */
export function gatheredUntilSent<Key, Value>(
  readAll: (db: Db, taken: Taken<Key>) => Promise<readonly Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  const known = new WeakMap<Db, (key: Key) => Promise<Value>>()
  return (db, key) => {
    const read = known.get(db) ?? gather(async (taken: Taken<Key>) => readAll(db, taken))
    known.set(db, read)
    return read(key)
  }
}

type Caller<Key, Value> = { key: Key; give: (value: Value) => void; refuse: (error: unknown) => void }

function gather<Key, Value>(readAll: (taken: Taken<Key>) => Promise<readonly Value[]>) {
  /** Whom no read has taken yet: there are some just as long as there is a next read, which waits or has not taken. */
  let waiting: Caller<Key, Value>[] = []
  let underWay: Promise<unknown> | null = null

  async function readNext(): Promise<void> {
    // If no read is under way, wait for the other calls of this turn of the event loop.
    await (underWay ?? immediately())
    const there = waiting.length
    let those: readonly Caller<Key, Value>[] = []
    let keys: readonly Key[] | null = null
    const take = (howMany: number) => {
      if (keys === null) {
        those = waiting.slice(0, howMany)
        waiting = waiting.slice(howMany)
        keys = those.map(({ key }) => key)
        if (waiting.length > 0) void readNext()
      }
      return keys
    }
    const values = readAll(() => take(waiting.length)).finally(() => take(there))
    const ended = values
      .catch(() => undefined)
      .then(() => {
        if (underWay === ended) underWay = null
      })
    underWay = ended
    try {
      const read = await values
      // Let the next read reach the database before the callers work on this result.
      await immediately()
      for (const [place, { give }] of those.entries()) give(read[place] as Value)
    } catch (error) {
      for (const { refuse } of those) refuse(error)
    }
  }

  return (key: Key): Promise<Value> => {
    const { promise, resolve: give, reject: refuse } = Promise.withResolvers<Value>()
    if (waiting.push({ key, give, refuse }) === 1) void readNext()
    return promise
  }
}
