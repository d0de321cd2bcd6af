import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { expectedBack } from '#src/lib/expectedBack.ts'
import { StoredIntent } from './intent.ts'
import { database, entriesOf, listKey, parse, webKey, webUnreadableKey } from './outboxPlaces.ts'

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
