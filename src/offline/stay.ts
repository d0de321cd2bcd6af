import { local } from '#src/lib/storage.ts'

const key = 'asked-to-stay'

/** Asks the browser, once, not to clear the shop's data when the device runs short of space. */
export async function askToStay(): Promise<void> {
  if (local.get(key) !== null) return
  local.set(key, 'true')
  try {
    await navigator.storage.persist()
  } catch {
    // An old browser: it clears what it likes.
  }
}
