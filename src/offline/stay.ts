import { local } from '#src/lib/storage.ts'

const key = 'asked-to-stay'

/** Asks the browser, once, not to clear what the shop keeps when the phone runs short of room. */
export async function askToStay(): Promise<void> {
  if (local.get(key) !== null) return
  local.set(key, 'true')
  try {
    await navigator.storage.persist()
  } catch {
    // An old browser: it clears what it likes.
  }
}
