import { delMany, getMany, keys, promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import type { Database } from './database.ts'
import { whenIdle } from './idle.ts'
import { type Kind, isOfUse, kindOf, schemaVersion } from './kinds.ts'

const Entry = v.object({
  buster: v.literal(schemaVersion),
  queryKey: v.array(v.unknown()),
  state: v.object({ dataUpdatedAt: v.number() }),
})

type Seen = { key: string; at: number }

/** How many records are read at a time: they are large, and the page has better things to do. */
const handful = 8

/** Drops what may no longer be shown, and the oldest of each kind beyond its limit. */
export async function dropOldest(database: Database): Promise<void> {
  const kinds = new Map<string, { most: number; entries: Seen[] }>()
  const doomed: Seen[] = []
  const all = await database((store) => keys<string>(store))
  for (let from = 0; from < all.length; from += handful) {
    const some = all.slice(from, from + handful)
    const records = await database((store) => getMany<unknown>(some, store))
    for (const [index, key] of some.entries()) {
      const { kind, at } = contentsOf(records[index])
      if (kind === null || !isOfUse(at, kind)) {
        doomed.push({ key, at })
        continue
      }
      const known = kinds.get(kind.name) ?? { most: kind.most, entries: [] }
      known.entries.push({ key, at })
      kinds.set(kind.name, known)
    }
    await new Promise<void>(whenIdle)
  }
  for (const { most, entries } of kinds.values()) {
    const newestFirst = entries.toSorted((a, b) => b.at - a.at)
    doomed.push(...newestFirst.slice(most))
  }
  if (doomed.length > 0) await dropUnchanged(database, doomed)
}

/** A record's kind, and when its data was read (epoch milliseconds); null and 0 if it cannot be read. */
function contentsOf(record: unknown): { kind: Kind | null; at: number } {
  const entry = v.safeParse(Entry, record)
  if (!entry.success) return { kind: null, at: 0 }
  return { kind: kindOf(entry.output.queryKey), at: entry.output.state.dataUpdatedAt }
}

/** Drops these, except those updated since they were read. */
const dropUnchanged = (database: Database, doomed: Seen[]) =>
  database((store) =>
    store('readwrite', (records) => {
      for (const { key, at } of doomed) {
        const request: IDBRequest<unknown> = records.get(key)
        request.addEventListener('success', () => {
          if (contentsOf(request.result).at === at) records.delete(key)
        })
      }
      return promisifyRequest(records.transaction)
    }),
  )

/** Drops every record whose key matches. */
export async function dropWhere(database: Database, isDoomed: (key: string) => boolean): Promise<void> {
  const doomed = (await database((store) => keys<string>(store))).filter(isDoomed)
  if (doomed.length > 0) await database((store) => delMany(doomed, store))
}
