import { keep } from '../answers/bounded.ts'
import { tally } from '../metrics/tally.ts'
import { type Pass, atFirstTurn } from '../queues/firstTurn.ts'

/** How long a page is served as it is, and how long it is still served while a newer one is made, in milliseconds. */
const fresh = 30_000
/** A browser refetches all data older than a minute, so a first view would be paid for twice. */
const recent = 50_000
/** How long an old page is served if no newer one can be made, or not soon. */
const usable = 10 * 60_000
const soon = 500

/** The network for which a page is made that can be served meanwhile. */
const nobody = ''

type Entry<T> = { value: T; madeAt: number; isRefreshing: boolean }

type Rules<T> = {
  isKept: (value: T, href: string) => boolean
  /** An incomplete page is given to whoever asked and changes nothing in the cache. */
  isWhole: (value: T) => boolean
  /** So many are kept. */
  most?: number
  /** The queue in which networks wait for a page to be made; without one it is made at once. */
  pass?: Pass
}

/**
 * Finished pages in memory; the least recently used is dropped first. One render at a time for each address, however
 * many visitors ask; a stale page is served at once while a fresh one is rendered, an old one only if that fails or
 * takes too long.
 */
export function createPageCache<T>(
  make: (href: string) => Promise<T>,
  { isKept, isWhole, most = 500, pass = (_network, work) => work() }: Rules<T>,
  // Not the time of day, which may be set back.
  now: () => number = () => performance.now(),
) {
  const entries = new Map<string, Entry<T>>()
  const making = new Map<string, (network: string) => Promise<T>>()
  let generation = 0

  function render(href: string, network = nobody): Promise<T> {
    const under = making.get(href)
    if (under) return under(network)
    const begunIn = generation
    const done = () => making.get(href) === ask && making.delete(href)
    const work = async () => {
      try {
        const value = await make(href)
        tally.pagesMade += 1
        // Rendering began before the shop was changed, so the page may show the former state.
        if (begunIn === generation) remember(href, value)
        return value
      } finally {
        done()
      }
    }
    const ask = atFirstTurn(pass, work, done)
    making.set(href, ask)
    return ask(network)
  }

  function remember(href: string, value: T): void {
    const before = entries.get(href)
    if (!isWhole(value)) {
      if (before !== undefined) before.isRefreshing = false
    } else if (isKept(value, href)) keep(entries, most, href, { value, madeAt: now(), isRefreshing: false })
    else entries.delete(href)
  }

  /**
   * The page from the cache, if it is there; an old one is rendered again in the background. `refreshFailed` is called
   * if that fails. The caller counts the page if it answers with it: one that cannot has it asked for again.
   */
  function known(href: string, refreshFailed: (error: unknown) => void): T | undefined {
    const entry = entries.get(href)
    if (entry === undefined) return undefined
    const age = now() - entry.madeAt
    // Also of what is too old for now: it may have to do if no newer one can be made.
    entries.delete(href)
    entries.set(href, entry)
    if (age > recent) return undefined
    if (age > fresh && !entry.isRefreshing) {
      entry.isRefreshing = true
      render(href).catch((error: unknown) => {
        entry.isRefreshing = false
        refreshFailed(error)
      })
    }
    return entry.value
  }

  /** A new page; the old one where that fails, is not whole or takes longer than somebody should wait. */
  async function renew(
    href: string,
    old: T,
    refreshFailed: (error: unknown) => void,
    network?: string,
  ): Promise<T> {
    const begunIn = generation
    const made = render(href, network).then(
      (value) => (isWhole(value) ? value : old),
      (error: unknown) => {
        if (begunIn !== generation) throw error
        refreshFailed(error)
        return old
      },
    )
    const late = new Promise<void>((resolve) => setTimeout(resolve, soon).unref())
    return Promise.race([made, late.then(() => (begunIn === generation ? old : made))])
  }

  return {
    known,
    /**
     * The page at this address: from the cache, or rendered now. `refreshFailed` is called with a failure that nobody
     * waits for.
     */
    get: async (href: string, refreshFailed: (error: unknown) => void, network?: string): Promise<T> => {
      const page = known(href, refreshFailed)
      if (page !== undefined) {
        tally.pagesFromCache += 1
        return page
      }
      const old = entries.get(href)
      const isUsable = old !== undefined && now() - old.madeAt <= usable
      return isUsable ? renew(href, old.value, refreshFailed, network) : render(href, network)
    },
    /** Forgets every page: what is asked for from now on shows the shop as it is from now on. */
    clear(): void {
      generation += 1
      entries.clear()
      making.clear()
    },
  }
}
