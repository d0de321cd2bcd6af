/** Web storage that may be refused (private mode, blocked cookies, quota): then it forgets instead of failing. */
type SafeStorage<Key extends string> = {
  get: (key: Key) => string | null
  set: (key: Key, value: string) => void
  remove: (key: Key) => void
}

function safe<Key extends string>(open: () => Storage): SafeStorage<Key> {
  const memory = new Map<string, string>()
  const attempt = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return use(open())
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key) =>
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ) ??
      memory.get(key) ??
      null,
    set: (key, value) =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      ),
    remove: (key) => {
      memory.delete(key)
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      )
    },
  }
}

/** What a tab keeps of who sits before it. A new key belongs on this list, or it would outlive a sign-out. */
const personalKeys = ['checkout-draft', 'coupon', 'reset_token', 'wanted', 'wanted-wish'] as const

export const local = safe<string>(() => localStorage)
export const perTab = safe<(typeof personalKeys)[number]>(() => sessionStorage)

/** Empties this tab of everything that belongs to a customer. */
export function forgetPersonal() {
  for (const key of personalKeys) perTab.remove(key)
}
