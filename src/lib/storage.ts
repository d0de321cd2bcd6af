import type { storageKeys } from '#contract/storageKeys.ts'

/** Web storage that may be refused (private mode, blocked cookies, quota): then it forgets instead of failing. */
type SafeStorage<Key extends string> = {
  get: (key: Key) => string | null
  set: (key: Key, value: string) => void
  remove: (key: Key) => void
  /** Forgets what could not be stored, and leaves what is. */
  letGo: (key: Key) => void
}

function safe<Key extends string>(open: () => Storage): SafeStorage<Key> {
  /** What was refused, and what was stored then: once that is another value, somebody else's is newer. */
  const refused = new Map<string, readonly [value: string, beside: string | null]>()
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(open())
    } catch {
      return null
    }
  }
  const stored = (key: Key) => attempt((storage) => storage.getItem(key))
  return {
    get(key) {
      const [last, own] = [stored(key), refused.get(key)]
      return own?.[1] === last ? own[0] : last
    },
    set(key, value) {
      refused.delete(key)
      try {
        open().setItem(key, value)
      } catch {
        refused.set(key, [value, stored(key)])
      }
    },
    remove(key) {
      refused.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    letGo: (key) => void refused.delete(key),
  }
}

/** The key for pieces looked at on this device, by guests too. */
export const viewedKey = 'recently-viewed'

/** Data about the person using the browser: a sign-out removes it. */
export const personalInTab = [
  'place',
  'reconnection',
  'reset_sent',
  'reset_token',
  'told',
  'wanted',
  'wanted-wish',
] as const
export const personalInBrowser = ['checkout-draft', 'drafts', viewedKey] as const

/** What a session that has merely expired leaves in its tab: with whose it is, so that nobody else is shown it. */
export const lastingInTab = ['coupon'] as const

/** What belongs to the browser rather than to anybody, and stays at a sign-out. */
export const ofTheBrowser = [
  'asked-to-stay',
  'expected-back',
  'install-declined',
  'left-drafts',
  'ring_sizer',
] as const

/** The session is ended separately. */
type Lasting = (typeof storageKeys)[keyof typeof storageKeys] | (typeof ofTheBrowser)[number]
export type LocalKey = (typeof personalInBrowser)[number] | Lasting

export const local = safe<LocalKey>(() => localStorage)
export const perTab = safe<(typeof personalInTab | typeof lastingInTab)[number]>(() => sessionStorage)

/**
 * Removes from this tab what belongs to the person who used it before, and leaves the browser's storage to whoever is
 * signed in now.
 */
export function forgetInTab() {
  for (const key of personalInTab) perTab.remove(key)
  for (const key of personalInBrowser) local.letGo(key)
}

/**
 * Removes from this tab, and from its browser except for the session, everything that belongs to the person who used it
 * before.
 */
export function forgetPersonal() {
  forgetInTab()
  for (const key of personalInBrowser) local.remove(key)
}
