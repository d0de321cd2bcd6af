import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import {
  type PersistedQuery,
  experimental_createQueryPersister,
  persistQueryClientSave,
} from '@tanstack/query-persist-client-core'
import { type Query, type QueryClient, notifyManager } from '@tanstack/react-query'
import { del, entries, get, set } from 'idb-keyval'
import * as v from 'valibot'
import { whoIsSignedIn } from './customer.ts'
import type { Database } from './database.ts'
import { isOfUse, kindOf, schemaVersion } from './kinds.ts'

/** The data, and when they were read (epoch milliseconds). */
export type Copy = { queryKey: readonly unknown[]; data: unknown; at: number }

/** A store for copies. It may throw: a browser may refuse to store anything. */
export type Shelf = {
  /**
   * The data read for this query; undefined if there are none, or none that may still be shown. `after` is called with
   * the whole copy once the query cache has taken the data over.
   */
  read: (queryHash: string, after: (copy: Copy) => void) => Promise<unknown>
  /** Keeps what a query holds, unless a newer copy of it is there already. */
  write: (query: Query, queryClient: QueryClient) => Promise<void>
}

const Kept = v.object({
  queryKey: v.array(v.unknown()),
  state: v.object({ data: v.unknown(), dataUpdatedAt: v.number() }),
})
const Versioned = v.object({ ...Kept.entries, buster: v.literal(schemaVersion) })

/**
 * The content of a record, if it is complete, of this version and not too old to be shown; null otherwise. Parsed with
 * the schema: a copy kept by an earlier build may lack a field that has a default today.
 */
function copyIn(record: unknown): Copy | null {
  const read = v.safeParse(Versioned, record)
  return read.success ? copyOf(read.output) : null
}

function copyOf({ queryKey, state: { data, dataUpdatedAt: at } }: v.InferOutput<typeof Kept>): Copy | null {
  const kind = kindOf(queryKey)
  if (kind === null || !isOfUse(at, kind)) return null
  const read = v.safeParse(kind.schema, data)
  return read.success ? { queryKey, data: read.output, at } : null
}

/** One record per query, in IndexedDB; `isOpen` says whether something may be stored there at this moment. */
export function databaseShelf(database: Database, prefix: string, isOpen = () => true): Shelf {
  const keyOf = (queryHash: string) => `${prefix}-${queryHash}`
  const record = (key: string) => database((store) => get<PersistedQuery>(key, store))
  const persister = experimental_createQueryPersister<PersistedQuery>({
    prefix,
    buster: schemaVersion,
    maxAge: Infinity,
    // Its error may be of a class that cannot be stored, and is out of date by the time it is read.
    serialize: ({ state, ...rest }) => ({
      ...rest,
      state: { ...state, error: null, fetchFailureReason: null },
    }),
    deserialize(kept) {
      const copy = copyIn(kept)
      // Throwing tells the library to drop this one.
      if (copy === null) throw new Error('Not to be shown any more')
      return { ...kept, state: { ...kept.state, data: copy.data } }
    },
    storage: {
      // Throwing here would make the library drop it, too: a database that was slow once has lost nothing.
      getItem: (key) => record(key).catch(() => undefined),
      setItem: async (key, kept) => isOpen() && database((store) => set(key, kept, store)),
      removeItem: (key) => database((store) => del(key, store)),
    },
  })
  return {
    read: (queryHash, after) =>
      persister.retrieveQuery(queryHash, ({ queryKey, state: { data, dataUpdatedAt } }) =>
        after({ queryKey, data, at: dataUpdatedAt }),
      ),
    async write(query) {
      const before = copyIn(await record(keyOf(query.queryHash)))
      if (before === null || before.at < query.state.dataUpdatedAt) await persister.persistQuery(query)
    },
  }
}

/** Every copy in a database that may still be shown, in no particular order. */
export const copiesIn = async (database: Database): Promise<Copy[]> =>
  (await database((store) => entries<string, unknown>(store))).flatMap(([, record]) => copyIn(record) ?? [])

const webStorageKey = 'damson-own'

/** A customer's cart and wishlist: in IndexedDB, or if that is refused in localStorage, which is too small for more. */
export function ownShelf(database: Database, customer: string): Shelf {
  const usual = databaseShelf(database, customer, () => whoIsSignedIn() === customer)
  const spare = webStorageShelf(customer)
  return {
    async read(queryHash, after) {
      const kept = await usual.read(queryHash, after).catch(() => undefined)
      return kept ?? spare.read(queryHash, after)
    },
    write: (query, queryClient) =>
      usual.write(query, queryClient).catch(() => spare.write(query, queryClient)),
  }
}

function webStorageShelf(customer: string): Shelf {
  const persister = createSyncStoragePersister({
    key: webStorageKey,
    throttleTime: 0,
    storage: {
      getItem: (key) => localStorage.getItem(key),
      // The library writes with a delay; by then somebody may have signed out.
      setItem: (key, value) => whoIsSignedIn() === customer && localStorage.setItem(key, value),
      removeItem: (key) => localStorage.removeItem(key),
    },
  })
  const isOwn = (query: Query) => {
    const kind = kindOf(query.queryKey)
    return kind?.customer === customer && query.state.data !== undefined
  }
  return {
    async read(queryHash, after) {
      const client = await persister.restoreClient()
      const kept = client?.buster === schemaVersion ? client.clientState.queries : []
      const found = kept.find((query) => query.queryHash === queryHash)
      const copy = found ? copyOf({ ...found, queryKey: [...found.queryKey] }) : null
      if (copy === null) return undefined
      notifyManager.schedule(() => after(copy))
      return copy.data
    },
    write: (_query, queryClient) =>
      persistQueryClientSave({
        queryClient,
        persister,
        buster: schemaVersion,
        dehydrateOptions: { shouldDehydrateQuery: isOwn, shouldDehydrateMutation: () => false },
      }),
  }
}

/** Drops whatever localStorage holds for anybody, or for this customer. It has space for one at a time. */
export function clearWebStorage(customer = '') {
  try {
    if (localStorage.getItem(webStorageKey)?.includes(customer)) localStorage.removeItem(webStorageKey)
  } catch {
    // Refused too, so there is nothing in it.
  }
}
