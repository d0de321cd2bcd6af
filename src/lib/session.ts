import { storageKeys } from '#contract/storageKeys.ts'
import type { LoginAnswer, User } from '#contract/auth.ts'
import type { Credentials } from './http.ts'
import { late } from './late.ts'
import type { SessionCare, SessionStore } from './sessionCare.ts'
import { forgetInTab, forgetPersonal, local } from './storage.ts'

/** The auth slice: who is signed in on this browser, as read from stored login data: tokens, and whose they are. */
export type AuthState = { user: User | null; isAuthenticated: boolean }
type Refusal = 'expired' | 'signed out'

const guest: AuthState = { user: null, isAuthenticated: false }
const ownKeys = [storageKeys.access, storageKeys.refresh, storageKeys.user, storageKeys.isFirstLogin]

/**
 * The customer's session in this browser: tokens and user in localStorage under the specified keys, and a sign-out that
 * other tabs follow. A guest never needs the code that keeps a session alive, so it is loaded when first needed:
 * `loadCare` makes it for this session. If it cannot be loaded there is no network either, and nobody is signed out.
 */
export function createSession(loadCare: (store: SessionStore) => Promise<SessionCare>) {
  const listeners = new Set<() => void>()
  let state = readState()
  // Tokens without a customer, who could be greeted or signed out, would get in the way of the next login.
  if (!state.isAuthenticated) {
    local.remove(storageKeys.access)
    local.remove(storageKeys.refresh)
  }

  function changed() {
    state = readState()
    for (const listener of listeners) listener()
  }

  function start(answer: LoginAnswer) {
    const { access, refresh, user_id, first_name, last_name, email } = answer
    // The tokens too: until the new ones are stored, another tab would make calls with the old ones under the new name.
    if (state.user !== null && state.user.id !== user_id) end()
    // The customer is stored first: a tab that opens meanwhile must not take the tokens for nobody's.
    local.set(storageKeys.user, JSON.stringify({ id: user_id, first_name, last_name, email }))
    local.set(storageKeys.access, access)
    local.set(storageKeys.refresh, refresh)
    local.set(storageKeys.isFirstLogin, String(local.get(storageKeys.isFirstLogin) === null))
    changed()
  }

  /** Removes the customer from this browser; `remember_me` holds only what the customer asked to keep. */
  function end() {
    for (const key of ownKeys) local.remove(key)
    forgetPersonal()
    changed()
  }

  let refusal: Refusal | null = null
  function refuse() {
    // Somebody who signed out during a call has no session that could expire.
    refusal = readState().isAuthenticated ? 'expired' : 'signed out'
    end()
  }

  const load = late(() => loadCare({ changed, end, refuse, state: () => state }))
  async function withCare<T>(use: (care: SessionCare) => Promise<T>, unreachable: T): Promise<T> {
    let care: SessionCare
    try {
      care = await load()
    } catch {
      return unreachable
    }
    return use(care)
  }

  const credentials: Credentials = {
    accessToken: () => local.get(storageKeys.access),
    renew: (refusedToken) => withCare((care) => care.renew(refusedToken), 'unreachable'),
  }

  /** Signs out here whatever the server says; the call is skipped if there is no refresh token. */
  async function logout(): Promise<boolean> {
    const refresh = local.get(storageKeys.refresh)
    const access = local.get(storageKeys.access)
    end()
    return refresh === null || withCare((care) => care.logout(refresh, access), false)
  }

  /** Something may have changed in another tab: each tab has its own data to forget. */
  function follow() {
    const before = state
    changed()
    // What the browser stores is already somebody else's: the tab that was signed out in has removed what was theirs.
    if (before.user !== null && before.user.id !== state.user?.id) forgetInTab()
  }

  if (typeof window !== 'undefined') {
    window.addEventListener(
      'storage',
      // Without a key all is gone.
      ({ key }) => [null, ...ownKeys].some((own) => own === key) && follow(),
    )
    // A page in the back/forward cache gets no events.
    window.addEventListener('pageshow', ({ persisted }) => persisted && follow())
  }

  return {
    credentials,
    start,
    end,
    logout,
    /** To be called when the stored user was changed elsewhere. */
    reread: changed,
    /** The specified check: verify the stored token, refresh once, else forget it. Resolves to the reason, or null. */
    check: () => withCare((care) => care.check(), null),
    /** Whether the server knows this session no more; unlike a call that is refused, the question does not end it. */
    isOver: () => withCare((care) => care.isOver(), false),
    /** Obtains an access token if only a refresh token is left; for the guard. */
    async restore(): Promise<boolean> {
      if (!readState().isAuthenticated) return false
      return local.get(storageKeys.access) !== null || withCare((care) => care.restore(), true)
    },
    /** Why a call was refused, so that the customer has to log in again; null from the second time on. */
    takeRefusal() {
      const taken = refusal
      refusal = null
      return taken
    },
    state: () => state,
    guest: () => guest,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function readState(): AuthState {
  try {
    const user: unknown = JSON.parse(local.get(storageKeys.user) ?? 'null')
    const token = local.get(storageKeys.access) ?? local.get(storageKeys.refresh)
    if (token !== null && isUser(user)) return { user, isAuthenticated: true }
  } catch {
    // Half written, or not ours: treated as nobody's.
  }
  return guest
}

const isUser = (value: unknown): value is User =>
  ['id', 'first_name', 'last_name', 'email'].every(
    (name) => typeof Reflect.get(Object(value), name) === 'string',
  )
