import { LoggedOut, RefreshAnswer, ValidAnswer } from '#contract/auth.ts'
import { authTexts } from '#contract/authTexts.ts'
import { paths } from '#contract/paths.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import type { Answer } from './answer.ts'
import type { Credentials, Http, Renewal } from './http.ts'
import { expectedBack } from './expectedBack.ts'
import { leftDrafts } from './leftDrafts.ts'
import { local } from './storage.ts'
import { partOf } from './subjectOf.ts'
import { withLock } from './withLock.ts'

/**
 * What the session's care may do to it: report a change in the stored login data, end it, and end it as expired, when
 * something was refused and the customer is to be asked to log in again.
 */
export type SessionStore = {
  changed: () => void
  end: () => void
  refuse: () => void
  /** As far as this tab knows. */
  state: () => { isAuthenticated: boolean }
}

export type SessionCare = {
  /**
   * Renews the access token after `refusedToken` was refused; signs out and asks for a login if that is refused too.
   */
  renew: (refusedToken: string | null) => Promise<Renewal>
  check: () => Promise<string | null>
  /** Whether the server refuses this session for good; the session stays as it is, for the caller to end. */
  isOver: () => Promise<boolean>
  restore: () => Promise<boolean>
  /** Tells the server; resolves to whether it received that. */
  logout: (refresh: string, access: string | null) => Promise<boolean>
}

type SessionCalls = {
  refresh: (refresh: string) => Promise<Answer<RefreshAnswer>>
  verify: (token: string) => Promise<Answer<unknown>>
  logout: (refresh: string, access: string | null) => Promise<Answer<unknown>>
}

/** The calls of a session, through clients that carry no session themselves or only the one given. */
export const sessionCalls = (client: (credentials: Credentials | null) => Http): SessionCalls => ({
  refresh: (refresh) => client(null).post(paths.refreshToken, { schema: RefreshAnswer, body: { refresh } }),
  verify: (token) => client(null).post(paths.verifyToken, { schema: ValidAnswer, body: { token } }),
  logout: (refresh, access) =>
    client({ accessToken: () => access, renew: () => Promise.resolve('refused') }).post(paths.logout, {
      schema: LoggedOut,
      body: { refresh },
    }),
})

/**
 * Keeps a session alive: one refresh at a time across tabs. Only a refusal signs a customer out, never a network
 * failure.
 */
export function careFor(store: SessionStore, calls: SessionCalls): SessionCare {
  const { changed, state } = store
  const isGone = () =>
    !state().isAuthenticated &&
    local.get(storageKeys.access) === null &&
    local.get(storageKeys.refresh) === null
  // An answer about a session may come after its end, when what this tab stores is a guest's; and to a guest our server
  // does not say that anyway: somebody in between does.
  const end = () => isGone() || store.end()
  const refuse = () => isGone() || store.refuse()

  async function renewNow(refusedToken: string | null, hasWaited: boolean): Promise<Renewal> {
    // Another tab, or another call of this one, may have renewed while we waited for the lock.
    if (hasWaited) await untilOther(refusedToken)
    const current = local.get(storageKeys.access)
    if (current !== null && current !== refusedToken) return 'renewed'
    const refresh = local.get(storageKeys.refresh)
    if (refresh === null) return 'refused'
    const answer = await calls.refresh(refresh)
    // A sign-out in another tab during the call must win, and so must a sign-in there.
    const stored = local.get(storageKeys.refresh)
    if (stored !== refresh) return stored === null ? 'refused' : 'renewed'
    if (answer.error) {
      if (![400, 401, 403].includes(answer.status) || answer.error.code === 'internal') return 'unreachable'
      // Stored before any of the session is removed: other tabs notice its end, and must not take it for a sign-out.
      const id = partOf(local.get(storageKeys.user), 'id')
      if (typeof id === 'string') {
        expectedBack.add(id)
        leftDrafts.keep(id)
      }
      return 'refused'
    }
    local.set(storageKeys.access, answer.body.access)
    if (answer.body.refresh !== undefined) local.set(storageKeys.refresh, answer.body.refresh)
    changed()
    return 'renewed'
  }

  let renewing: Promise<Renewal> | null = null
  function renewOnce(refusedToken: string | null) {
    renewing ??= exclusively((hasWaited) => renewNow(refusedToken, hasWaited)).finally(() => {
      renewing = null
    })
    return renewing
  }

  async function isRefused(token: string): Promise<boolean> {
    const { error, status } = await calls.verify(token)
    return error !== null && status === 401
  }

  return {
    async renew(refusedToken) {
      const outcome = await renewOnce(refusedToken)
      if (outcome === 'refused') refuse()
      return outcome
    },
    async check() {
      const access = local.get(storageKeys.access)
      if (access === null && local.get(storageKeys.refresh) === null) return authTexts.noTokenFound
      if (access !== null && !(await isRefused(access))) return null
      const outcome = await renewOnce(access)
      if (outcome === 'unreachable') return null
      const renewed = local.get(storageKeys.access)
      if (outcome === 'renewed' && renewed !== null && !(await isRefused(renewed))) return null
      const reason =
        local.get(storageKeys.refresh) === null ? authTexts.noRefreshToken : authTexts.sessionExpired
      end()
      return reason
    },
    async isOver() {
      const access = local.get(storageKeys.access)
      if (access !== null && !(await isRefused(access))) return false
      return (await renewOnce(access)) === 'refused'
    },
    async restore() {
      const outcome = await renewOnce(null)
      if (outcome === 'refused') end()
      return outcome !== 'refused'
    },
    logout: async (refresh, access) => (await calls.logout(refresh, access)).error === null,
  }
}

// A tab in a process of its own gets the lock slightly before it sees what the previous tab has stored. So the lock is
// kept for a moment after the work, and a tab that had to wait for it watches for the outcome.
const settling = 100
const lookout = 1_000
/** How long to wait for a tab that has been suspended. The server tolerates two that refresh at once. */
const patience = 10_000

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/**
 * Resolves when another access token than this is stored, or none is to be expected, as when the other tab got no
 * answer either.
 */
async function untilOther(token: string | null): Promise<void> {
  // Not by the clock, which may be set back meanwhile: every call would wait until it is there again.
  const end = performance.now() + lookout
  while (local.get(storageKeys.access) === token && performance.now() < end) await pause(20)
}

/**
 * One refresh at a time across tabs, if the browser has locks; the work is told whether it had to wait for another,
 * even in vain.
 */
function exclusively<T>(work: (hasWaited: boolean) => Promise<T>): Promise<T> {
  const name = 'damson-refresh'
  return new Promise<T>((resolve, reject) => {
    const hold = async (hasWaited: boolean) => {
      await work(hasWaited).then(resolve, reject)
      await pause(settling)
    }
    const wait = () => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(), patience)
      return withLock(name, () => hold(true), { signal: limit.signal })
    }
    const unlessHeld = (lock?: Lock | null) => (lock === null ? wait() : hold(false))
    withLock(name, unlessHeld, { ifAvailable: true }).catch(reject)
  })
}
