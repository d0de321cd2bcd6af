import { useSyncExternalStore } from 'react'
import { type LocalKey, local } from '#src/lib/storage.ts'

export type Kept = ReturnType<typeof kept>

/** One text stored in this browser under `key`, followed by everything that shows it, in other tabs too. */
export function kept(key: LocalKey) {
  const listeners = new Set<() => void>()
  return {
    get: () => local.get(key),
    set: (value: string) => {
      local.set(key, value)
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      window.addEventListener('storage', listener)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', listener)
      }
    },
  }
}

/** What is stored; null until a server-rendered page has hydrated. */
export const useKept = (value: Kept): string | null =>
  useSyncExternalStore(value.subscribe, value.get, () => null)
