import { session } from '#src/lib/client.ts'
import { forgetPersonal, lastingInTab, local, ofTheBrowser, perTab } from '#src/lib/storage.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { forgetOwn } from './copies.ts'
import { outbox } from './outbox.ts'

/**
 * The specified reset: signs out and removes all that this browser keeps of anybody, preferences included, as if the shop
 * had never been opened. Copies of public pages and pieces stay, as they do at a sign-out, and so does what other tabs of
 * a guest keep for themselves until they are closed. Never throws.
 */
export async function forgetAll(): Promise<void> {
  // It ends here at once; what the server says of it no longer matters.
  if (session.state().isAuthenticated) void session.logout()
  forgetPersonal()
  for (const key of [...Object.values(storageKeys), ...ofTheBrowser]) local.remove(key)
  for (const key of lastingInTab) perTab.remove(key)
  await Promise.allSettled([outbox.wipe(), forgetOwn()])
  // A tab gets no event of what it stores itself.
  window.dispatchEvent(new StorageEvent('storage'))
}
