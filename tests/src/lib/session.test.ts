// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#src/lib/AppError.ts'
import type { Answer } from '#src/lib/answer.ts'
import { expectedBack } from '#src/lib/expectedBack.ts'
import { createSession } from '#src/lib/session.ts'
import { careFor } from '#src/lib/sessionCare.ts'
import { local } from '#src/lib/storage.ts'
import { ada } from '#tests/support/ada.ts'

const done: Answer<never> = { body: undefined as never, status: 200, error: null }
const refused = (status: number): Answer<never> => ({
  body: null,
  status,
  error: new AppError('unauthenticated', 'No', status),
})
const nobody: Answer<never> = { body: null, status: 500, error: new AppError('offline', 'No network', 500) }

const renewed = { ...done, body: { access: 'renewed' } } as unknown as Answer<never>

type Answers = { refresh?: Answer<never>; logout?: Answer<never>; verify?: (token: string) => Answer<never> }
const open = ({ refresh = done, logout = done, verify = () => refused(401) }: Answers = {}) =>
  createSession(async (store) =>
    careFor(store, {
      refresh: async () => refresh,
      verify: async (token) => verify(token),
      logout: async () => logout,
    }),
  )

/** A signed-in customer who has typed, chosen and wanted things in this tab, and one item that is nobody's. */
function signIn(session: ReturnType<typeof open>, person = ada) {
  session.start(person)
  for (const key of ['place', 'reconnection', 'wanted', 'wanted-wish', 'reset_sent', 'reset_token'])
    sessionStorage.setItem(key, 'something of hers')
  for (const key of ['checkout-draft', 'drafts', 'recently-viewed'])
    localStorage.setItem(key, 'something of hers')
  sessionStorage.setItem('scroll', 'a place on a page')
}

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('nothing of a customer stays in the tab or the browser', () => {
  const left = () => [Object.keys(localStorage), Object.keys(sessionStorage)]

  it.each([
    ['heard', done],
    ['refused', refused(401)],
    ['without a network', nobody],
  ])('after signing out, %s', async (_name, logout) => {
    const session = open({ logout })
    signIn(session)
    localStorage.setItem('remember_me', 'ada@example.com')
    await session.logout()
    expect(left()).toEqual([['remember_me'], ['scroll']])
    expect(session.state()).toEqual({ user: null, isAuthenticated: false })
  })

  it('when the session has expired, but for whom what waits is kept for, and what they were typing', async () => {
    const session = open({ refresh: refused(401) })
    signIn(session)
    expect(await session.check()).toBe('Session expired')
    expect(left()).toEqual([['expected-back', 'left-drafts'], ['scroll']])
    expect(localStorage.getItem('expected-back')).toMatch(new RegExp(`^${ada.user_id} \\d+$`))
  })

  it('when it was the second on this browser to expire, but for whom what waits is kept for', async () => {
    for (const person of [ada, { ...ada, user_id: '2' }, ada]) {
      const session = open({ refresh: refused(401) })
      signIn(session, person)
      await session.check()
    }
    expect(expectedBack.all()).toEqual(['2', ada.user_id])
    expect(expectedBack.overdue()).toEqual([])
  })

  it('when another tab signs out', () => {
    const session = open()
    signIn(session)
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(left()).toEqual([[], ['scroll']])
    expect(session.state().isAuthenticated).toBe(false)
  })

  it('when another tab signs out, not even what this one alone remembers, for which the browser had no room', () => {
    const session = open()
    signIn(session)
    localStorage.removeItem('drafts')
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    local.set('drafts', 'something of hers')
    full.mockRestore()
    expect(local.get('drafts')).toBe('something of hers')
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    expect(local.get('drafts')).toBeNull()
  })
})

it('somebody’s tokens are gone before another’s name stands there: other tabs would ask with them under it', () => {
  const session = open()
  session.start(ada)
  const removed = vi.spyOn(Storage.prototype, 'removeItem')
  const written = vi.spyOn(Storage.prototype, 'setItem')
  session.start({ ...ada, user_id: '2', first_name: 'Grace' })
  const namedAt = written.mock.invocationCallOrder[0] ?? 0
  expect(written.mock.calls[0]?.[0]).toBe('user_data')
  const gone = removed.mock.calls.filter(
    (_call, index) => (removed.mock.invocationCallOrder[index] ?? 0) < namedAt,
  )
  expect(gone.flat()).toEqual(expect.arrayContaining(['auth_token', 'refresh_token']))
  vi.restoreAllMocks()
})

describe('a token that the session check has renewed is verified too', () => {
  it.each([
    ['refused', refused(401), 'Session expired'],
    ['accepted', done, null],
    ['out of reach', nobody, null],
  ])('%s', async (_name, answer, reason) => {
    const session = open({
      refresh: renewed,
      verify: (token) => (token === 'renewed' ? answer : refused(401)),
    })
    signIn(session)
    expect(await session.check()).toBe(reason)
    expect(localStorage.getItem('auth_token')).toBe(reason === null ? 'renewed' : null)
  })
})

it.each([
  ['whose token is taken', done, refused(401), false],
  ['whose token is renewed', refused(401), renewed, false],
  ['of whom nobody answers', nobody, nobody, false],
  ['whose token cannot be renewed for want of an answer', refused(401), nobody, false],
  ['whom the server does not know any more', refused(401), refused(401), true],
])('whether a session is over can be asked without ending it: %s', async (_who, verify, refresh, isOver) => {
  const session = open({ refresh, verify: () => verify })
  signIn(session)
  expect(await session.isOver()).toBe(isOver)
  expect(session.state().isAuthenticated).toBe(true)
  expect(session.takeRefusal()).toBeNull()
})

describe('when somebody else is signed in after all', () => {
  const grace = {
    access: 'hers',
    refresh: 'hers',
    user_id: '2',
    first_name: 'Grace',
    last_name: 'Hopper',
    email: 'grace@example.com',
  }
  const inTab = ['place', 'reconnection', 'wanted', 'wanted-wish', 'reset_sent', 'reset_token']
  const inAnotherTab = () => {
    localStorage.setItem('auth_token', grace.access)
    localStorage.setItem('user_data', JSON.stringify({ ...grace, id: grace.user_id }))
  }

  it.each([
    ['hears of it late', () => new StorageEvent('storage', { key: null })],
    ['comes back to it', () => new PageTransitionEvent('pageshow', { persisted: true })],
  ])('a tab that %s forgets what was its own, and leaves theirs alone', (_how, news) => {
    const session = open()
    signIn(session)
    inAnotherTab()
    window.dispatchEvent(news())
    expect(session.state().user?.first_name).toBe('Grace')
    expect(inTab.filter((key) => sessionStorage.getItem(key) !== null)).toEqual([])
    expect(localStorage.getItem('drafts')).toBe('something of hers')
  })

  it('a guest who is typing keeps it, though this tab hears only now that the customer before signed out', () => {
    const session = open()
    signIn(session)
    for (const key of ['auth_token', 'refresh_token', 'user_data', 'drafts']) localStorage.removeItem(key)
    localStorage.setItem('drafts', 'something of the guest’s')
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }))
    expect(session.state().isAuthenticated).toBe(false)
    expect(inTab.filter((key) => sessionStorage.getItem(key) !== null)).toEqual([])
    expect(localStorage.getItem('drafts')).toBe('something of the guest’s')
  })

  it('nothing of the one before is left for them where they signed in', () => {
    const session = open()
    signIn(session)
    session.start(grace)
    expect(inTab.filter((key) => sessionStorage.getItem(key) !== null)).toEqual([])
    expect(localStorage.getItem('drafts')).toBeNull()
    expect(session.state().user?.first_name).toBe('Grace')
  })
})

it('a guest whom somebody in between refuses keeps what they have typed, and is not asked to log in', async () => {
  const session = open({ refresh: refused(401) })
  localStorage.setItem('drafts', 'something of the guest’s')
  expect(await session.credentials.renew(null)).toBe('refused')
  expect([session.takeRefusal(), localStorage.getItem('drafts')]).toEqual([null, 'something of the guest’s'])
})

describe('who goes on as a guest once their session is over keeps what they do, and is asked for no login', () => {
  const goOn = () => localStorage.setItem('drafts', 'something of the guest’s')

  it.each<[string, (session: ReturnType<typeof open>) => Promise<unknown>]>([
    ['a call', (session) => session.credentials.renew('access')],
    ['the check of the session', (session) => session.check()],
    ['what only they may see', (session) => session.restore()],
  ])('when they signed out while a renewal for %s was still under way', async (_what, ask) => {
    const { promise, resolve } = Promise.withResolvers<Answer<never>>()
    const calls = { verify: async () => refused(401), logout: async () => done }
    const session = createSession(async (store) => careFor(store, { ...calls, refresh: () => promise }))
    signIn(session)
    localStorage.removeItem('auth_token')
    const asking = ask(session)
    await new Promise((soon) => setTimeout(soon))
    await session.logout()
    goOn()
    const heard = vi.fn<() => void>()
    session.subscribe(heard)
    resolve(refused(401))
    await asking
    expect([session.takeRefusal(), localStorage.getItem('drafts')]).toEqual([
      null,
      'something of the guest’s',
    ])
    expect(heard).not.toHaveBeenCalled()
  })

  it('when a slower call is refused after the one by which it ended', async () => {
    const session = open({ refresh: refused(401) })
    signIn(session)
    await session.credentials.renew('access')
    expect(session.takeRefusal()).toBe('expired')
    goOn()
    expect(await session.credentials.renew('access')).toBe('refused')
    expect([session.takeRefusal(), localStorage.getItem('drafts')]).toEqual([
      null,
      'something of the guest’s',
    ])
  })
})

it.each([null, '{"gnawed', '{"id":"1"}'])(
  'tokens beside which nobody can be read are no session, and do not stand in the way of one: %s',
  async (kept) => {
    signIn(open())
    if (kept === null) localStorage.removeItem('user_data')
    else localStorage.setItem('user_data', kept)
    const session = open()
    expect(session.state()).toEqual({ user: null, isAuthenticated: false })
    expect(session.credentials.accessToken()).toBeNull()
    expect(await session.restore()).toBe(false)
    session.start(ada)
    expect(await session.restore()).toBe(true)
  },
)

it('what a guest wanted survives that nobody is signed in', async () => {
  const session = open()
  sessionStorage.setItem('wanted', 'a ring')
  await session.check()
  await session.restore()
  expect(sessionStorage.getItem('wanted')).toBe('a ring')
})

it('a network that fails signs nobody out', async () => {
  const session = open({ refresh: nobody })
  signIn(session)
  expect(await session.check()).toBeNull()
  expect(await session.restore()).toBe(true)
  expect(localStorage.getItem('drafts')).not.toBeNull()
  expect(session.state().user?.first_name).toBe('Ada')
})

it('the refusal of an old refresh token does not sign out who has signed in meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<Answer<never>>()
  const session = createSession(async (store) =>
    careFor(store, { refresh: () => promise, verify: async () => refused(401), logout: async () => done }),
  )
  signIn(session)
  const renewing = session.credentials.renew('access')
  await new Promise((soon) => setTimeout(soon))
  localStorage.setItem('auth_token', 'a new one')
  localStorage.setItem('refresh_token', 'a new one')
  resolve(refused(401))
  expect(await renewing).toBe('renewed')
  expect(localStorage.getItem('refresh_token')).toBe('a new one')
  expect(session.state().isAuthenticated).toBe(true)
})

it('a browser that refuses locks renews without one', async () => {
  const request = () =>
    Promise.reject(new DOMException('Access to the LockManager is denied', 'SecurityError'))
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  const session = open({ refresh: { ...done, body: { access: 'another' } as never } })
  signIn(session)
  expect(await session.credentials.renew('access')).toBe('renewed')
  expect(localStorage.getItem('auth_token')).toBe('another')
  Reflect.deleteProperty(navigator, 'locks')
})

describe('while another tab has the lock', () => {
  type Work = (lock: object | null) => Promise<unknown>

  /** What a renewal has come to when `passing` is over; `whenTaken` does what a wait for the lock leads to. */
  async function renewal(
    whenTaken: (work: Work, signal: AbortSignal | undefined) => Promise<unknown>,
    passing: () => Promise<unknown>,
  ): Promise<unknown> {
    const request = (_name: string, { ifAvailable, signal }: LockOptions, work: Work) =>
      ifAvailable ? work(null) : whenTaken(work, signal)
    Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
    const session = open({ refresh: { ...done, body: { access: 'another' } as never } })
    signIn(session)
    vi.useFakeTimers()
    let outcome: unknown = null
    void session.credentials.renew('access').then((renewed) => (outcome = renewed))
    await passing()
    vi.useRealTimers()
    Reflect.deleteProperty(navigator, 'locks')
    return outcome
  }

  it('and has fallen asleep, nobody is held up for ever', async () => {
    const outcome = await renewal(
      (_work, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
      () => vi.advanceTimersByTimeAsync(60_000),
    )
    expect(outcome).toBe('renewed')
    expect(localStorage.getItem('auth_token')).toBe('another')
  })

  it('its new token is taken, though this tab sees it only after it has the lock', async () => {
    const outcome = await renewal(
      (work) => work({}),
      async () => {
        await vi.advanceTimersByTimeAsync(300)
        expect(localStorage.getItem('auth_token')).toBe('access')
        localStorage.setItem('auth_token', 'the other tab’s')
        await vi.advanceTimersByTimeAsync(100)
      },
    )
    expect(outcome).toBe('renewed')
    expect(localStorage.getItem('auth_token')).toBe('the other tab’s')
  })

  it('nor by a clock that is set back while its outcome is awaited', async () => {
    const outcome = await renewal(
      (work) => work({}),
      async () => {
        await vi.advanceTimersByTimeAsync(100)
        vi.setSystemTime(Date.now() - 3_600_000)
        await vi.advanceTimersByTimeAsync(5_000)
      },
    )
    expect(outcome).toBe('renewed')
  })
})

it('code that cannot be loaded signs nobody out, and is asked for again', async () => {
  let asked = 0
  const session = createSession(async () => {
    asked += 1
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  signIn(session)
  localStorage.removeItem('auth_token')
  expect(await session.check()).toBeNull()
  expect(await session.restore()).toBe(true)
  expect(await session.credentials.renew('access')).toBe('unreachable')
  expect(asked).toBe(3)
  expect(session.state().user?.first_name).toBe('Ada')
  expect(await session.logout()).toBe(false)
  expect(session.state().isAuthenticated).toBe(false)
})
