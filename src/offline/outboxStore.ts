import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { expectedBack } from '#src/lib/expectedBack.ts'
import { withLock } from '#src/lib/withLock.ts'
import { isQuotaFull, openDatabase } from './database.ts'
import { type Intent, StoredIntent } from './intent.ts'

type List = readonly Intent[]
/** May run twice, and must then have the same result. */
export type Edit = (list: List) => List

type Means = {
  /** Called if something could not be read, and was put aside. */
  foundUnreadable: () => void
  /** Called once when there is no space left. */
  makeRoom: () => Promise<void>
}

const database = openDatabase('damson-outbox', 'intents')
const listKey = 'intents'
const webKey = 'damson-outbox'
const unreadable = 'unreadable'
const webUnreadableKey = `${webKey}-${unreadable}`

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
        if (next !== good || bad.length > 0) records.put(next, listKey)
        for (const entry of bad) records.put(entry, `${unreadable}-${crypto.randomUUID()}`)
        await promisifyRequest(records.transaction)
        if (bad.length > 0) foundUnreadable()
        return next
      }),
    )

  function inWebStorage(edit: Edit): List {
    const { good, bad } = sort(parse(localStorage.getItem(webKey)))
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
      const isNew = ({ key }: Intent, list: List) => !list.some((known) => known.key === key)
      await inDatabase((list) => [...list, ...good.filter((one) => isNew(one, list))], bad)
      // Without locks, another tab may have added to it meanwhile.
      if (webStorageItem() === item) localStorage.removeItem(webKey)
    })
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
      if (isQuotaFull(error)) await makeRoom()
      next = isQuotaFull(error)
        ? await attempt(edit).catch(() => fallBack(edit, tried))
        : await fallBack(edit, tried, read)
    }
    // In memory alone, it is there already, and may have been changed again since.
    if (place !== 'memory') memory = next
    return memory
  }

  // What waits in a database that has never answered here is sent by another tab, or the next time.
  function fallBack(edit: Edit, tried: typeof place, left: List = []): Promise<List> {
    // Several may have waited for the same storage in vain: that says nothing about the next one.
    if (place === tried) {
      outOfReach = tried === 'database' ? withoutDone(left) : []
      place = tried === 'database' ? 'webStorage' : 'memory'
    }
    return update(edit)
  }

  /** Whether all that is known to wait can be reached. If not, later ones must wait, too, or they would come first. */
  const isWhole = () => outOfReach.length === 0

  async function regain(): Promise<boolean> {
    if (isWhole()) return true
    try {
      await takeOver()
      read = await inDatabase(withoutDone)
    } catch (error) {
      if (!isQuotaFull(error)) return isWhole()
      // There is no room for all of it in one place: better out of turn than never.
      outOfReach = []
      return true
    }
    outOfReach = []
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
    /** Asks a database again that did not answer; resolves to whether all that is known to wait can be reached. */
    regain,
    /** Whether what waits outlives the tab. */
    isDurable: () => place !== 'memory',
    async clear() {
      place = 'database'
      memory = []
      read = []
      outOfReach = []
      done.clear()
      await clearOutbox()
    },
  }
}

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

/**
 * Removes what waits on this browser, even what could not be read, except for customers who are expected back; one for
 * whom nothing waits no longer is. Never throws.
 */
export async function clearOutbox(): Promise<void> {
  const expected = expectedBack.all()
  const overdue = expectedBack.overdue()
  const left = await keepOnly((customer) => expected.includes(customer) && !overdue.includes(customer), true)
  // Where the storage cannot be reached something may be left.
  if (left !== null) for (const customer of expected) if (!left.has(customer)) expectedBack.remove(customer)
}

/** Removes what waits for customers who were expected back and have not come, whoever is signed in. Never throws. */
export async function clearOverdue(): Promise<void> {
  const overdue = expectedBack.overdue()
  if (overdue.length === 0) return
  const left = await keepOnly((customer) => !overdue.includes(customer), false)
  if (left !== null) for (const customer of overdue) expectedBack.remove(customer)
}

/**
 * Keeps of what waits only that of certain customers, and what could not be read unless it goes too. Returns for whom
 * anything is left; null if that cannot be known.
 */
async function keepOnly(
  stays: (customer: string) => boolean,
  isUnreadableGone: boolean,
): Promise<ReadonlySet<string> | null> {
  const staying = (stored: unknown): unknown[] =>
    entriesOf(stored).filter((entry) =>
      v.is(StoredIntent, entry) ? stays(entry.customer) : !isUnreadableGone,
    )
  let inWeb: unknown[] = []
  try {
    inWeb = staying(parse(localStorage.getItem(webKey)))
    if (inWeb.length > 0) localStorage.setItem(webKey, JSON.stringify(inWeb))
    else localStorage.removeItem(webKey)
    if (isUnreadableGone) localStorage.removeItem(webUnreadableKey)
  } catch {
    // Refused, so there is nothing in it.
  }
  try {
    return await database((store) =>
      store('readwrite', async (records) => {
        const stay = staying(await promisifyRequest(records.get(listKey)))
        if (isUnreadableGone) records.clear()
        if (stay.length > 0) records.put(stay, listKey)
        else records.delete(listKey)
        await promisifyRequest(records.transaction)
        return new Set([...inWeb, ...stay].flatMap((one) => (v.is(StoredIntent, one) ? one.customer : [])))
      }),
    )
  } catch {
    return null
  }
}

/** What was stored, each by itself; whatever is not a list counts as one. */
const entriesOf = (stored: unknown): unknown[] =>
  Array.isArray(stored) ? stored : stored === undefined ? [] : [stored]

function parse(json: string | null): unknown {
  if (json === null) return undefined
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
