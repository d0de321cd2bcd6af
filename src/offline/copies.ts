import { type Query, type QueryClient, type QueryKey, notifyManager } from '@tanstack/react-query'
import { clear } from 'idb-keyval'
import { pictureCache } from '#contract/worker.ts'
import { isUnheard } from '#src/lib/AppError.ts'
import { sayAway } from './away.ts'
import { whoIsSignedIn } from './customer.ts'
import { isQuotaFull, openDatabase } from './database.ts'
import { whenIdle } from './idle.ts'
import { type Kind, kindOf } from './kinds.ts'
import { network } from './network.ts'
import { type Copy, clearWebStorage, copiesIn, databaseShelf, ownShelf } from './shelves.ts'
import { clearOutbox, clearOverdue } from './clearOutbox.ts'
import { type SeenPiece, filtersOnPhone, listOnPhone, pieceOnPhone, piecesOnPhone, seenIn } from './phone.ts'
import { dropOldest, dropWhere } from './tidy.ts'

const everybodys = openDatabase('damson-saved')
const personal = openDatabase('damson-own')
const commonShelf = databaseShelf(everybodys, 'saved')

/** The store for a kind of data; null for data of a customer who is not signed in here (any more). */
function shelfFor({ customer }: Kind) {
  if (customer === null) return commonShelf
  return whoIsSignedIn() === customer ? ownShelf(personal, customer) : null
}

// What is known to be on the shelf: the query's hash, and when the data was read.
const written = new Map<string, number>()
// Marks a copy from this phone that looks, for a moment, as if it had been fetched just now, so that it is not saved as
// fresh.
const undated = new WeakSet<Query>()

/**
 * This phone's copy for a query that `asked` the server and has no answer yet. Once shown, the copy carries the time at
 * which it was fetched, and the server's answer replaces it when it comes.
 * @throws when there is nothing, or the server was quicker
 */
export async function restore(query: Query, asked: Promise<unknown>): Promise<unknown> {
  const kind = kindOf(query.queryKey)
  let isAnswered = false
  let isTaken = false
  asked.then(
    () => (isAnswered = true),
    () => undefined,
  )
  const after = ({ at }: Copy) => {
    if (!isTaken) return
    undated.delete(query)
    written.set(query.queryHash, at)
    query.setState({ dataUpdatedAt: at })
    // Its failure is in the query's state, for whoever shows it.
    query.fetch(undefined, { initialPromise: asked }).catch(sayAway)
  }
  const kept = kind && (await shelfFor(kind)?.read(query.queryHash, after))
  const data = kept ?? (await makeDo(query.queryKey, asked, after))
  const isTheirs = kind?.customer === null || kind?.customer === whoIsSignedIn()
  if (data === null || data === undefined || isAnswered || !isTheirs) throw new Error('Nothing is saved')
  isTaken = true
  undated.add(query)
  return data
}

/**
 * For a catalogue query that was never answered, what other copies can give: a piece seen in a list, several of them, a
 * search among such pieces, the filters of a listing under other choices. Part of an answer is better than none, and
 * worse than one that is under way.
 */
async function makeDo(queryKey: QueryKey, asked: Promise<unknown>, after: (copy: Copy) => void) {
  if (queryKey[0] !== 'catalogue' || !(await isUnreachable(asked))) return undefined
  const made = await madeOf(queryKey)
  if (made === null) return undefined
  notifyManager.schedule(() => after(made))
  return made.data
}

async function madeOf(queryKey: QueryKey): Promise<Copy | null> {
  if (queryKey[1] === 'filters') return filtersOnPhone(queryKey, await allCopies())
  const seen = await seenPieces()
  return pieceOnPhone(queryKey, seen) ?? piecesOnPhone(queryKey, seen) ?? listOnPhone(queryKey, seen)
}

/** Resolves to true once nobody will answer, and to false when somebody has. */
function isUnreachable(asked: Promise<unknown>): Promise<boolean> {
  if (network.state() === 'offline') return Promise.resolve(true)
  return new Promise((resolve) => {
    const stop = network.subscribe(() => network.state() === 'offline' && resolve(true))
    void asked
      .then(() => false, isUnheard)
      .then(resolve)
      .finally(stop)
  })
}

let looking: Promise<SeenPiece[]> | null = null

/** Every piece on this device. Cached for a while, unless one is added: somebody searching types on. */
function seenPieces(): Promise<SeenPiece[]> {
  if (looking !== null) return looking
  looking = allCopies().then(seenIn)
  const forget = () => {
    looking = null
  }
  looking.then(() => setTimeout(forget, 5_000), forget)
  return looking
}

/** Saves from now on what is read, beginning with what the page brought along. To be called once. */
export function keep(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache()
  cache.subscribe((event) => {
    if (event.type === 'added' || (event.type === 'updated' && event.action.type === 'success')) {
      keepSoon(event.query, queryClient)
    }
  })
  for (const query of cache.getAll()) keepSoon(query, queryClient)
  const renewAll = () => {
    // On a good line the server is asked anyway.
    if (network.state() !== 'online') for (const query of cache.getAll()) void renew(query)
  }
  network.subscribe(renewAll)
  renewAll()
  whenIdle(() => void tidy())
}

const due = new Map<Query, QueryClient>()

/** How many copies may be added before the oldest are dropped. */
const severalWrites = 20
let writes = 0

function keepSoon(query: Query, queryClient: QueryClient) {
  const kind = kindOf(query.queryKey)
  if (kind === null || query.state.data === undefined || undated.has(query)) return
  // A customer's own data matter most, and are few. Still not at once: a copy is given its true age a moment later.
  if (kind.customer !== null) return void setTimeout(() => void write(query, queryClient))
  if (due.size === 0) whenIdle(() => void writeDue())
  due.set(query, queryClient)
}

async function writeDue() {
  for (const [query, queryClient] of due) {
    // Before it is written: what is read of it meanwhile is due again.
    due.delete(query)
    await write(query, queryClient)
  }
}

async function write(query: Query, queryClient: QueryClient) {
  const kind = kindOf(query.queryKey)
  const { dataUpdatedAt } = query.state
  if (kind === null || written.get(query.queryHash) === dataUpdatedAt) return
  try {
    await shelfFor(kind)?.write(query, queryClient)
    written.set(query.queryHash, dataUpdatedAt)
    looking = null
    writes += 1
    // A page may be open for days.
    if (writes % severalWrites === 0) whenIdle(() => void dropOldest(everybodys).catch(() => undefined))
  } catch (error) {
    // A browser that stores nothing shows what is in memory. One that is full makes space for what comes next.
    if (isQuotaFull(error)) await makeRoom()
  }
}

/** A page kept by the service worker may be older than what was read after it. */
async function renew(query: Query) {
  const kind = kindOf(query.queryKey)
  await (kind && shelfFor(kind))
    ?.read(query.queryHash, ({ data, at }) => {
      if (at > query.state.dataUpdatedAt) query.setData(data, { updatedAt: at, manual: true })
    })
    .catch(() => undefined)
}

async function tidy() {
  const customer = whoIsSignedIn()
  try {
    // The former customer was signed out while nothing could tidy up after them.
    if (customer === null) await Promise.all([forgetOwn(), clearOutbox()])
    else await Promise.all([dropWhere(personal, (key) => !key.startsWith(`${customer}-`)), clearOverdue()])
    await dropOldest(everybodys)
  } catch {
    // Storage that cannot be reached cannot be tidied; the next start tries again.
  }
}

const allCopies = (): Promise<Copy[]> => copiesIn(everybodys)

/** Everything public on this device that may still be shown: all of it, and the pieces in it, the newest first. */
export async function savedHere(): Promise<{ copies: Copy[]; pieces: SeenPiece[] }> {
  const newestFirst = (a: { at: number }, b: { at: number }) => b.at - a.at
  const copies = await allCopies().catch(() => [])
  return { copies: copies.toSorted(newestFirst), pieces: seenIn(copies).toSorted(newestFirst) }
}

/** Removes every customer's data, or this one's. Nothing of theirs is kept again until they sign in. */
export async function forgetOwn(customer?: string): Promise<void> {
  clearWebStorage(customer)
  written.clear()
  await (customer === undefined
    ? personal((store) => clear(store))
    : dropWhere(personal, (key) => key.startsWith(`${customer}-`)))
}

/** Drops what can be read again, to make space for what cannot. Never throws. */
export async function makeRoom(): Promise<void> {
  const pictures = 'caches' in window ? caches.delete(pictureCache) : false
  await Promise.allSettled([pictures, everybodys((store) => clear(store))])
}
