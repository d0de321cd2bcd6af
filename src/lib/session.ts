import { authTexts, storageKeys } from '#contract/authTexts.ts'
import type { LoginAnswer, RefreshAnswer, User } from '#contract/auth.ts'
import type { Answer } from './answer.ts'
import type { Credentials } from './http.ts'
import { forgetPersonal, local } from './storage.ts'

/** The auth slice: who is signed in on this browser, as read from stored login data. */
export type AuthState = { user: User | null; isAuthenticated: boolean }

type Calls = {
  refresh: (refresh: string) => Promise<Answer<RefreshAnswer>>
  verify: (token: string) => Promise<Answer<unknown>>
  logout: (refresh: string, access: string | null) => Promise<Answer<unknown>>
}

const guest: AuthState = { user: null, isAuthenticated: false }
const ownKeys = [storageKeys.access, storageKeys.refresh, storageKeys.user, storageKeys.isFirstLogin]

/**
 * The customer's session in this browser: tokens and user in localStorage under the specified keys, one refresh at a
 * time across tabs, and a sign-out that other tabs follow. A network failure is never a sign-out (only a refusal is).
 */
export function createSession(calls: Calls) {
  const listeners = new Set<() => void>()
  let state = readState()

  function readState(): AuthState {
    const user = readUser()
    const isAuthenticated = local.get(storageKeys.access) !== null || local.get(storageKeys.refresh) !== null
    return isAuthenticated ? { user, isAuthenticated } : guest
  }

  function changed() {
    state = readState()
    for (const listener of listeners) listener()
  }

  function start(answer: LoginAnswer) {
    const { access, refresh, user_id, first_name, last_name, email } = answer
    local.set(storageKeys.access, access)
    local.set(storageKeys.refresh, refresh)
    local.set(storageKeys.user, JSON.stringify({ id: user_id, first_name, last_name, email }))
    local.set(storageKeys.isFirstLogin, String(local.get(storageKeys.isFirstLogin) === null))
    changed()
  }

  /** Forgets the customer on this browser; `remember_me` holds only what the customer asked to keep. */
  function end() {
    for (const key of ownKeys) local.remove(key)
    forgetPersonal()
    changed()
  }

  async function renewNow(refusedToken: string | null): Promise<'renewed' | 'refused' | 'unreachable'> {
    // Another tab, or another call of this one, may have renewed while we waited for the lock.
    const current = local.get(storageKeys.access)
    if (current !== null && current !== refusedToken) return 'renewed'
    const refresh = local.get(storageKeys.refresh)
    if (refresh === null) return 'refused'
    const answer = await calls.refresh(refresh)
    if (answer.error)
      return [400, 401, 403].includes(answer.status) && answer.error.code !== 'internal'
        ? 'refused'
        : 'unreachable'
    // A sign-out in another tab while we were asking must win.
    if (local.get(storageKeys.refresh) !== refresh)
      return local.get(storageKeys.refresh) === null ? 'refused' : 'renewed'
    local.set(storageKeys.access, answer.body.access)
    if (answer.body.refresh !== undefined) local.set(storageKeys.refresh, answer.body.refresh)
    changed()
    return 'renewed'
  }

  let renewing: Promise<'renewed' | 'refused' | 'unreachable'> | null = null
  function renewOnce(refusedToken: string | null) {
    renewing ??= exclusively(() => renewNow(refusedToken)).finally(() => {
      renewing = null
    })
    return renewing
  }

  const credentials: Credentials = {
    accessToken: () => local.get(storageKeys.access),
    async renew(refusedToken) {
      const outcome = await renewOnce(refusedToken)
      if (outcome === 'refused') {
        end()
        leaveForLogin()
      }
      return outcome === 'renewed'
    },
  }

  /** The specified check: verify the stored token, refresh once, else forget it. Resolves to the reason, or null. */
  async function check(): Promise<string | null> {
    let access = local.get(storageKeys.access)
    if (access === null && local.get(storageKeys.refresh) === null) return authTexts.noTokenFound
    if (access !== null) {
      const answer = await calls.verify(access)
      if (!answer.error || answer.status !== 401) return null
    }
    const outcome = await renewOnce(access)
    if (outcome === 'refused') {
      end()
      return authTexts.sessionExpired
    }
    return null
  }

  /** Signs out here whatever the server says; the call is skipped when there is no refresh token. */
  async function logout(): Promise<boolean> {
    const refresh = local.get(storageKeys.refresh)
    const access = local.get(storageKeys.access)
    end()
    if (refresh === null) return true
    return (await calls.logout(refresh, access)).error === null
  }

  if (typeof window !== 'undefined') {
    window.addEventListener('storage', (event) => {
      if (event.key !== null && !(ownKeys as string[]).includes(event.key)) return
      const wasSignedIn = state.isAuthenticated
      changed()
      // Signed out in another tab: each tab has its own things to forget.
      if (wasSignedIn && !state.isAuthenticated) forgetPersonal()
    })
  }

  return {
    credentials,
    start,
    end,
    check,
    logout,
    /** Makes sure of an access token where only a refresh token is left; for the guard. */
    async restore(): Promise<boolean> {
      if (local.get(storageKeys.access) !== null) return true
      if (local.get(storageKeys.refresh) === null) return false
      const outcome = await renewOnce(null)
      if (outcome === 'refused') end()
      return outcome !== 'refused'
    },
    state: () => state,
    guest: () => guest,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function readUser(): User | null {
  try {
    const kept: unknown = JSON.parse(local.get(storageKeys.user) ?? 'null')
    return isUser(kept) ? kept : null
  } catch {
    return null
  }
}

const isUser = (value: unknown): value is User =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'first_name', 'last_name', 'email'].every(
    (name) => typeof Object.getOwnPropertyDescriptor(value, name)?.value === 'string',
  )

/** One refresh at a time across tabs, where the browser has locks. */
const exclusively = <T>(work: () => Promise<T>): Promise<T> =>
  typeof navigator !== 'undefined' && 'locks' in navigator
    ? (navigator.locks.request('damson-refresh', work) as Promise<T>)
    : work()

function leaveForLogin() {
  if (typeof location === 'undefined' || location.pathname === '/login') return
  const from = location.pathname + location.search
  location.assign(`/login?from=${encodeURIComponent(from)}`)
}
