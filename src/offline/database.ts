import { type UseStore, createStore } from 'idb-keyval'

type Work<T> = (store: UseStore) => Promise<T>

/** Does something with a database of one store, and raises when this browser does not let it. */
export type Database = <T>(work: Work<T>) => Promise<T>

// An open that another tab blocks neither succeeds nor fails.
const patience = 3_000

/**
 * A database by its name. iOS and some other systems take the connection away from a page that was in the background,
 * so whatever fails is tried once more on a new connection: `work` must bear being done twice.
 */
export function openDatabase(name: string, storeName = 'records'): Database {
  let store: UseStore | null = null

  async function attempt<T>(work: Work<T>): Promise<T> {
    store ??= createStore(name, storeName)
    return inTime(work(store))
  }

  return async (work) => {
    try {
      return await attempt(work)
    } catch (error) {
      store = null
      if (isCalled(error, 'TimeoutError') || isQuotaFull(error)) throw error
      // A database without its store, left behind by an upgrade that was cut off: there is nothing in it.
      if (isCalled(error, 'NotFoundError')) await inTime(remove(name))
      return attempt(work)
    }
  }
}

/** Whether there is no room left, in whichever storage. */
export const isQuotaFull = (error: unknown): boolean => isCalled(error, 'QuotaExceededError')

const isCalled = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

const remove = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('The database could not be removed'))
  })

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException('The database does not answer', 'TimeoutError')),
      patience,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
