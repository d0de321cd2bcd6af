import type { AnyRouter } from '@tanstack/react-router'

/**
 * Keeps the router's state as it is now, for all parts of the page that hydrate later: they were rendered from it, and
 * React expects to find it, wherever the shopper has gone in the meantime. The router's hooks read it instead of the
 * current state while they hydrate (`tools/wakeAsShown.ts`).
 */
export function keepShown({ stores }: AnyRouter): void {
  const { status, location, resolvedLocation, ids, matches, __store, byRoute } = stores
  for (const store of [status, location, resolvedLocation, ids, matches, __store, ...byRoute.values()]) {
    const now = store.get()
    Object.assign(store, { shown: () => now })
  }
}
