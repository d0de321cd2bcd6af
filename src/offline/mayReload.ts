import type { QueryClient } from '@tanstack/react-query'
import { storageKeys } from '#contract/storageKeys.ts'
import { local } from '#src/lib/storage.ts'
import { isHeld } from './holds.ts'
import { hasTypedSecret } from './secrets.ts'

/**
 * Whether nothing would be lost by a reload: no order under way, no card or password typed, nothing in memory alone, or
 * in a part of the page whose code has not come.
 */
export const mayReload = (queryClient: QueryClient): boolean =>
  !isHeld() && !hasTypedSecret(document) && !isTypedEarly() && queryClient.isMutating() === 0 && isAllStored()

/** A press alone can be made again, by somebody who sees the page come back. */
const isTypedEarly = () =>
  [...(window.early?.held.keys() ?? [])].some((control) => !(control instanceof HTMLButtonElement))

/**
 * A browser that refuses to store anything, or has no room, has these in the page's memory alone: the next page would
 * know neither who is signed in nor what was typed.
 */
function isAllStored(): boolean {
  for (const key of [storageKeys.refresh, storageKeys.user, 'drafts', 'checkout-draft'] as const) {
    let stored: string | null = null
    try {
      stored = localStorage.getItem(key)
    } catch {
      // Refused as a whole.
    }
    if (stored !== local.get(key)) return false
  }
  return true
}
