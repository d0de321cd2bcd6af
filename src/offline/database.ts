import { type UseStore, createStore } from 'idb-keyval'

/** Registers how to undo the work if it is not done in time. Throws if it is too late to begin. */
type Undoable = (undo: () => void) => void
type Work<T> = (store: UseStore, undoable: Undoable) => Promise<T>

/** Runs work on a database of one store, and throws if this browser does not allow it. */
export type Database = <T>(work: Work<T>) => Promise<T>

// An open that another tab blocks neither succeeds nor fails.
const patience = 3_000

const underWay = new Set<IDBTransaction>()

/**
 * Safari keeps a page that was left as it is, for the way back, and what it was doing in a database with it: until then
 * that page's transaction would keep all others from the same store. Work that is ended here is done again should the
 * shopper come back.
 */
const letGo = ({ persisted }: PageTransitionEvent) => {
  if (!persisted) return
  for (const transaction of underWay) {
    try {
      transaction.abort()
    } catch {
      // It has just ended.
    }
  }
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', letGo)

/** The same store, whose transactions end when the page is put aside. */
const endingWithPage =
  (store: UseStore): UseStore =>
  (mode, work) =>
    store(mode, (records) => {
      const { transaction } = records
      underWay.add(transaction)
      const forget = () => underWay.delete(transaction)
      transaction.addEventListener('complete', forget)
      transaction.addEventListener('abort', forget)
      return work(records)
    })

/**
 * A database by its name. iOS and some other systems close the connection of a page that was in the background, so
 * whatever fails is tried once more on a new connection: `work` must be safe to run twice. Work that is not done in
 * time may still be done later, unless it can be undone.
 */
export function openDatabase(name: string, storeName = 'records'): Database {
  let store: UseStore | null = null

  async function attempt<T>(work: Work<T>): Promise<T> {
    store ??= endingWithPage(createStore(name, storeName))
    const opened = store
    return inTime((undoable) => work(opened, undoable))
  }

  return async (work) => {
    try {
      return await attempt(work)
    } catch (error) {
      store = null
      if (isCalled(error, 'TimeoutError') || isQuotaFull(error)) throw error
      // A database without its store, left behind by an upgrade that was cut off: there is nothing in it.
      if (isCalled(error, 'NotFoundError')) await inTime(() => remove(name))
      return attempt(work)
    }
  }
}

/** Whether there is no space left, in either storage. */
export const isQuotaFull = (error: unknown): boolean => isCalled(error, 'QuotaExceededError')

const isCalled = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

const remove = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error ?? new Error('The database could not be removed'))
  })

async function inTime<T>(work: (undoable: Undoable) => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let late: DOMException | null = null
  let undo = (): void => undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      try {
        undo()
      } catch {
        // It is done already, and about to report so.
        return
      }
      late = new DOMException('The database does not answer', 'TimeoutError')
      reject(late)
    }, patience)
  })
  const undoable: Undoable = (means) => {
    if (late !== null) throw late
    undo = means
  }
  // Without IndexedDB, `work` throws at once and there is no race: the timer must be cleared all the same.
  try {
    return await Promise.race([work(undoable), limit])
  } finally {
    clearTimeout(timer)
  }
}
