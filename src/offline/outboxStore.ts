import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { withLock } from '#src/lib/withLock.ts'
import { clearOutbox } from './clearOutbox.ts'
import { isQuotaFull } from './database.ts'
import { type Intent, StoredIntent } from './intent.ts'
import { database, entriesOf, listKey, parse, unreadable, webKey, webUnreadableKey } from './outboxPlaces.ts'

type List = readonly Intent[]
/** May run twice, and must then have the same result. */
export type Edit = (list: List) => List

type Means = {
  /** Called if something could not be read, and was put aside. */
  foundUnreadable: () => void
  /** Called once when there is no space left. */
  makeRoom: () => Promise<void>
}

/** How long a database that failed is left alone while nothing is known to wait in it. */
const pause = 30_000

/**
 * The list of waiting intents that all tabs share, in the best storage there is: IndexedDB, else localStorage, else
 * this tab's memory, on which nobody may rely. What is no intent is put aside in the same storage, never dropped. What
 * is one stays as it was stored: its payload may be of a build that another tab has.
 */
export function createOutboxStore({ foundUnreadable, makeRoom }: Means) {
  let place: 'database' | 'webStorage' | 'memory' = 'database'
  let memory: List = []
  /** What the database held when it last answered. */
  let read: List = []
  /** The same, while it does not answer: what is in the other storage was made after these. */
  let outOfReach: List = []
  /** Whether they can be neither had back nor waited for. */
  let isStuck = false
  /** When to ask a database again that was left for another storage. */
  let askAt = 0
  /** The keys of those that are done: they may still be in a database that did not answer when they were removed. */
  const done = new Set<string>()
  const withoutDone: Edit = (list) =>
    list.some(({ key }) => done.has(key)) ? list.filter(({ key }) => !done.has(key)) : list

  /** Separates the intents in what was stored from the rest. */
  function sort(stored: unknown): { good: Intent[]; bad: unknown[] } {
    const good: Intent[] = []
    const bad: unknown[] = []
    for (const entry of entriesOf(stored)) {
      if (v.is(StoredIntent, entry)) good.push(entry)
      else bad.push(entry)
    }
    return { good, bad }
  }

  const inDatabase = (edit: Edit, alsoBad: readonly unknown[] = []): Promise<List> =>
    database((store, undoable) =>
      store('readwrite', async (records) => {
        // A change given up here is stored elsewhere, and must not end up in both places.
        undoable(() => records.transaction.abort())
        const { good, bad: unread } = sort(await promisifyRequest(records.get(listKey)))
        const bad = [...unread, ...alsoBad]
        const next = edit(good)
        // One that is full may still let go of what it has.
        if (next.length === 0 && good.length > 0) records.delete(listKey)
        else if (next !== good || bad.length > 0) records.put(next, listKey)
        for (const entry of bad) records.put(entry, `${unreadable}-${crypto.randomUUID()}`)
        await promisifyRequest(records.transaction)
        if (bad.length > 0) foundUnreadable()
        return next
      }),
    )

  function inWebStorage(edit: Edit, alsoBad: readonly unknown[] = []): List {
    const { good, bad: unread } = sort(parse(localStorage.getItem(webKey)))
    const bad = [...unread, ...alsoBad]
    const next = edit(good)
    if (bad.length > 0) {
      // First: should there be no space for both, what was not put aside is still where it was.
      const aside = entriesOf(parse(localStorage.getItem(webUnreadableKey)))
      localStorage.setItem(webUnreadableKey, JSON.stringify([...aside, ...bad]))
    }
    if (next !== good || bad.length > 0) localStorage.setItem(webKey, JSON.stringify(next))
    if (bad.length > 0) foundUnreadable()
    return next
  }

  /** What a tab without IndexedDB left behind is for the others to send as well. */
  async function takeOver() {
    if (webStorageItem() === null) return
    await alone(async () => {
      const item = webStorageItem()
      const { good, bad } = sort(parse(item))
      read = await inDatabase((list) => {
        const added = without(list, good)
        return added.length > 0 ? [...list, ...added] : list
      }, bad)
      // From here on it is there that they are seen.
      if (place === 'webStorage') outOfReach = withoutDone(read)
      // Without locks, another tab may have added to it meanwhile.
      if (webStorageItem() === item) localStorage.removeItem(webKey)
    })
  }

  /** What a full database holds waits in localStorage from now on, before what does already; false if it cannot. */
  async function moveOut(): Promise<boolean> {
    try {
      return await alone(async () => {
        const { good, bad } = sort(
          await database((store) => store('readonly', (records) => promisifyRequest(records.get(listKey)))),
        )
        const before = localStorage.getItem(webKey)
        inWebStorage((list) => [...withoutDone(good), ...without(good, list)], bad)
        try {
          await database((store, undoable) =>
            store('readwrite', (records) => {
              undoable(() => records.transaction.abort())
              records.delete(listKey)
              return promisifyRequest(records.transaction)
            }),
          )
        } catch (error) {
          // In both places it would be made twice, should one of them be changed.
          if (before === null) localStorage.removeItem(webKey)
          else localStorage.setItem(webKey, before)
          throw error
        }
        read = []
        return true
      })
    } catch {
      return false
    }
  }

  async function attempt(edit: Edit): Promise<List> {
    switch (place) {
      case 'database':
        await takeOver()
        read = await inDatabase(edit)
        return read
      case 'webStorage': {
        const later = await alone(() => inWebStorage(edit))
        return [...outOfReach, ...later]
      }
      case 'memory':
        memory = edit(memory)
        return memory
    }
  }

  async function update(edit: Edit): Promise<List> {
    const tried = place
    let next: List
    try {
      next = await attempt(edit)
    } catch (error) {
      next = isQuotaFull(error) ? await withRoom(edit, tried) : await fallBack(edit, tried)
    }
    // In memory alone, it is there already, and may have been changed again since.
    if (place !== 'memory') memory = next
    return memory
  }

  async function withRoom(edit: Edit, tried: typeof place): Promise<List> {
    await makeRoom()
    try {
      return await attempt(edit)
    } catch (error) {
      if (tried === 'database' && isQuotaFull(error)) await moveOut()
      return fallBack(edit, tried)
    }
  }

  // What waits in a database that has never answered here is sent by another tab, or once it answers.
  function fallBack(edit: Edit, tried: typeof place): Promise<List> {
    // Several may have waited for the same storage in vain: that says nothing about the next one.
    if (place === tried) {
      outOfReach = tried === 'database' ? withoutDone(read) : []
      place = tried === 'database' ? 'webStorage' : 'memory'
      isStuck = false
      askAt = performance.now() + pause
    }
    return update(edit)
  }

  /** Whether all that is known to wait can be reached. If not, later ones must wait, too, or they would come first. */
  const isWhole = () => outOfReach.length === 0 || isStuck

  async function regain(): Promise<boolean> {
    if (isWhole() && (place !== 'webStorage' || performance.now() < askAt)) return true
    askAt = performance.now() + pause
    try {
      await takeOver()
      read = await inDatabase(withoutDone)
    } catch (error) {
      if (!isQuotaFull(error)) return isWhole()
      // There is no room for all of it in one place: better from memory, or out of turn, than never.
      isStuck = !(await moveOut())
      if (!isStuck) outOfReach = []
      return true
    }
    outOfReach = []
    isStuck = false
    if (place === 'webStorage') place = 'database'
    return true
  }

  return {
    /** Changes the list, alone among all tabs; returns what waits now. Never throws. */
    update,
    isWhole,
    /** Takes one that is done off the list, alone among all tabs; returns what waits now. Never throws. */
    remove(key: string): Promise<List> {
      done.add(key)
      outOfReach = withoutDone(outOfReach)
      return update((list) => list.filter((one) => one.key !== key))
    },
    /**
     * Keeps at once what these edits add to the list, as last known: the page may end before the database has it. What is
     * on the list by then is not added to it again. Never throws.
     */
    jotDown(known: List, edits: readonly Edit[]) {
      const added = addedTo(known, edits)
      if (added.length === 0 || place === 'memory') return
      try {
        inWebStorage((list) => [...list, ...without(list, added)])
      } catch {
        // There is no room: the database may still get them.
      }
    },
    /**
     * Asks a database again that did not answer, or was full; resolves to whether all that is known to wait can be
     * reached.
     */
    regain,
    /** In how many milliseconds it is worth asking again, or Infinity. */
    askIn: () => (place === 'webStorage' ? Math.max(0, askAt - performance.now()) : Infinity),
    /** Whether what waits outlives the tab. */
    isDurable: () => place !== 'memory',
    async clear() {
      place = 'database'
      memory = []
      read = []
      outOfReach = []
      isStuck = false
      done.clear()
      await clearOutbox()
    },
  }
}

/**
 * What edits add to a list, merged with nothing that is on it: the database may still have that, and one that contained
 * it would be made beside it. So all of it counts as sent.
 */
function addedTo(known: List, edits: readonly Edit[]): List {
  const asSent = (one: Intent): Intent => ({ ...one, attemptedAt: one.attemptedAt ?? one.madeAt })
  const added: Intent[] = []
  for (const edit of edits) {
    const before = [...known, ...added].map(asSent)
    added.push(...without(before, edit(before)))
  }
  return added
}

const without = (known: List, list: List): List =>
  list.filter(({ key }) => !known.some((other) => other.key === key))

/** localStorage has no transactions, and the last tab to write would win. */
const alone = <T>(work: () => T | Promise<T>): Promise<T> =>
  withLock('damson-outbox-list', async () => work())

function webStorageItem(): string | null {
  try {
    return localStorage.getItem(webKey)
  } catch {
    return null
  }
}
