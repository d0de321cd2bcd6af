import type { QueryClient } from '@tanstack/react-query'
import { storageKeys } from '#contract/storageKeys.ts'
import { local, perTab } from '#src/lib/storage.ts'
import { isHeld } from './holds.ts'
import { hasTypedSecret } from './secrets.ts'

/** Whether nothing would be lost by a reload: no order under way, no card or password typed, nothing in memory alone. */
export const mayReload = (queryClient: QueryClient): boolean =>
  !isHeld() && !hasTypedSecret(document) && queryClient.isMutating() === 0 && isAllStored()

/** Without these a page that is loaded again has signed its customer out, or has lost what they typed or chose. */
const inBrowser = [storageKeys.refresh, storageKeys.user, 'drafts', 'checkout-draft'] as const
const inTab = ['coupon', 'reset_token', 'wanted', 'wanted-wish'] as const

/** A browser that refuses to store anything, or has no room, has them in the page's memory alone. */
const isAllStored = (): boolean =>
  inBrowser.every((key) => local.get(key) === stored(() => localStorage, key)) &&
  inTab.every((key) => perTab.get(key) === stored(() => sessionStorage, key))

function stored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}
