import type { AnyRouter } from '@tanstack/react-router'

/**
 * Keeps what the router tells now, for all parts of the page that wake up later: they were rendered from it, and React
 * wants to find them so, wherever the shopper has gone in the meantime. Read in place of the present by the router's
 * hooks while they wake (`tools/wakeAsShown.ts`).
 */
export function keepShown({ stores }: AnyRouter): void {
  const { status, location, resolvedLocation, ids, matches, __store, byRoute } = stores
  for (const store of [status, location, resolvedLocation, ids, matches, __store, ...byRoute.values()]) {
    const now = store.get()
    Object.assign(store, { shown: () => now })
  }
}
