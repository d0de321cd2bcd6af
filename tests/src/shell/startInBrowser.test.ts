// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { MutationObserver, QueryObserver } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { cleanup, renderHook } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { paths } from '#contract/paths.ts'
import { cart } from '#src/features/cart/api.ts'
import { cartChanges } from '#src/features/cart/changes.ts'
import { newLine } from '#src/features/cart/newLine.ts'
import { useCart } from '#src/features/cart/state.ts'
import { unwrap } from '#src/lib/answer.ts'
import { http, session, setTransport } from '#src/lib/client.ts'
import { mine } from '#src/lib/mine.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { outbox } from '#src/offline/outbox.ts'
import { sayFailure } from '#src/shell/sayFailure.ts'
import { startInBrowser } from '#src/shell/startInBrowser.ts'
import { notify } from '#src/ui/notify.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ada } from '#tests/support/ada.ts'
import { piece } from '#tests/support/pieces.ts'

const ended = () =>
  Response.json({ message: authTexts.sessionExpired, code: 'unauthenticated' }, { status: 401 })

/** The shop as a signed-in customer looks at their orders; `check` is the server's verdict on their token. */
async function looking({
  check = () => Response.json({}),
  answer = ended as (url: string, token: string) => Response,
  load = () => undefined as unknown,
  at = '/orders',
} = {}) {
  const said = vi.spyOn(notify, 'error').mockReturnValue('')
  setTransport(async (url, { headers }) =>
    url.includes('verify-token') ? check() : answer(url, new Headers(headers).get('authorization') ?? ''),
  )
  session.start(ada)
  const root = createRootRoute()
  const routeTree = root.addChildren(
    ['/login', '/orders', '/reset-password'].map((path) =>
      createRoute({ path, getParentRoute: () => root, loader: load }),
    ),
  )
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [at] }) })
  await router.load()
  const queryClient = createQueryClient({ say: sayFailure })
  stop = startInBrowser(queryClient, router)
  return { said, queryClient, router, path: () => router.latestLocation.pathname }
}

const ask = async () => unwrap(await http.post('/anything/', { schema: v.object({}) }))

let stop = () => undefined as void
afterEach(() => {
  stop()
  session.end()
  localStorage.clear()
  vi.restoreAllMocks()
})

const empty = { id: 'cart', items: [], total: '0.00' }
const once = [authTexts.sessionExpired, { id: authTexts.sessionExpired }]

// At a page's start, and so only in the first of these tests.
it('a session that has ended meanwhile is found out at the start, and said', async () => {
  const { said } = await looking({ check: ended })
  await eventually(() => expect(said.mock.calls).toEqual([once]))
  expect(session.state().isAuthenticated).toBe(false)
})

it('an ended session leads to the login, and says why', async () => {
  const { said, path, router } = await looking()
  await expect(ask()).rejects.toThrow(authTexts.sessionExpired)
  await eventually(() => expect(path()).toBe('/login'))
  expect(said.mock.calls).toEqual([once])
  // After the login it is gone back to that page, not put there a second time.
  expect(router.history.location.state).toMatchObject({ isOnTop: true })
})

it('who is choosing a new password hears of no session, and stays with their link', async () => {
  const { said, path } = await looking({ at: '/reset-password' })
  await expect(ask()).rejects.toThrow(authTexts.sessionExpired)
  await eventually(() => expect(session.state().isAuthenticated).toBe(false))
  await vi.dynamicImportSettled()
  expect(path()).toBe('/reset-password')
  expect(said).not.toHaveBeenCalled()
})

it('and in the same message as all that failed by it', async () => {
  const { said, queryClient } = await looking()
  const asked = [1, 2].map(() => new MutationObserver(queryClient, { mutationFn: ask }).mutate())
  await Promise.allSettled(asked)
  expect(said.mock.calls).toEqual([once, once, once])
})

it.each<[string, () => void]>([
  ['here', () => void session.logout()],
  [
    'in another tab',
    () => {
      localStorage.clear()
      window.dispatchEvent(new StorageEvent('storage', { key: null }))
    },
  ],
  ['in another tab a moment ago', () => localStorage.clear()],
])('signing out %s is no session that expires, whatever was being asked for', async (_where, signOut) => {
  const { said } = await looking()
  const asking = ask()
  signOut()
  await expect(asking).rejects.toThrow(authTexts.sessionExpired)
  await eventually(() => expect(session.state().isAuthenticated).toBe(false))
  expect(said).not.toHaveBeenCalled()
})

it('who has signed out on a slow line stays where they are when the renewal that was under way is refused', async () => {
  const { promise: isLate, resolve: answer } = Promise.withResolvers<void>()
  const { said, path } = await looking()
  let isAsked = false
  setTransport(async (url) => {
    if (url.endsWith(paths.refreshToken)) {
      isAsked = true
      await isLate
    }
    return ended()
  })
  const asking = ask()
  await eventually(() => expect(isAsked).toBe(true))
  await session.logout()
  answer()
  await expect(asking).rejects.toThrow(authTexts.sessionExpired)
  await vi.dynamicImportSettled()
  expect([path(), said.mock.calls]).toEqual(['/orders', []])
})

it('a guest whose session ended before is left alone when an older call is refused as well', async () => {
  const { promise: isLate, resolve: answer } = Promise.withResolvers<void>()
  const { path, router } = await looking()
  setTransport(async (url) => {
    if (url.endsWith('/slow/')) await isLate
    return ended()
  })
  const slow = http.post('/slow/', { schema: v.object({}) })
  await expect(ask()).rejects.toThrow(authTexts.sessionExpired)
  await eventually(() => expect(path()).toBe('/login'))
  await router.navigate({ to: '/orders' })
  localStorage.setItem('recently-viewed', 'a ring')
  answer()
  expect((await slow).status).toBe(401)
  await vi.dynamicImportSettled()
  expect([path(), localStorage.getItem('recently-viewed')]).toEqual(['/orders', 'a ring'])
})

it('what waits for whose session has expired goes when they are back, and is nobody else’s meanwhile', async () => {
  const { queryClient, path } = await looking()
  const added: string[] = []
  setTransport(async (url, { headers }) => {
    const token = new Headers(headers).get('authorization') ?? ''
    if ([paths.refreshToken, '/anything/'].some((refused) => url.endsWith(refused))) return ended()
    if (!url.endsWith(paths.cartItems)) return Response.json({ data: url.endsWith(paths.cart) ? empty : [] })
    if (token === 'Bearer access') throw new TypeError('Failed to fetch')
    added.push(token)
    return Response.json({ data: {} })
  })
  await cartChanges(queryClient, '1').add(newLine(piece(1), null))
  await eventually(() => expect(outbox.all()[0]?.attemptedAt).toEqual(expect.any(Number)))
  await expect(ask()).rejects.toThrow(authTexts.sessionExpired)
  await eventually(() => expect(path()).toBe('/login'))
  session.start({ ...ada, access: 'hers', refresh: 'hers', user_id: '2', first_name: 'Grace' })
  await cartChanges(queryClient, '2').add(newLine(piece(2), null))
  await eventually(() => expect(added).toEqual(['Bearer hers']))
  await session.logout()
  session.start({ ...ada, access: 'another', refresh: 'another' })
  await eventually(() => expect(added).toEqual(['Bearer hers', 'Bearer another']))
  await eventually(() => expect(outbox.all()).toEqual([]))
  expect(localStorage.getItem('expected-back')).toBeNull()
})

describe('whoever signs in where somebody else was sees what is theirs, and goes on seeing it', () => {
  const grace = { ...ada, access: 'hers', refresh: 'hers', user_id: '2', first_name: 'Grace' }
  const shown = () => renderHook(useCart).result.current.cart?.id
  afterEach(cleanup)

  const elsewhere = (change: () => void) => {
    change()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  }

  function answerTo(name: string, url: string) {
    if (url.endsWith(paths.cart)) return Response.json({ data: { id: name, items: [], total: '0.00' } })
    if (!url.endsWith(paths.profile)) return Response.json({ data: [] })
    const rest = { contact_no: '', last_password_change: null, has_password: true, pending_email: null }
    return Response.json({ ...ada, ...rest, first_name: name })
  }

  it.each<[string, () => void]>([
    ['at once', () => session.start(grace)],
    [
      'while the tab follows a sign-out',
      () => {
        elsewhere(() => localStorage.clear())
        session.start(grace)
      },
    ],
  ])('%s', async (_when, change) => {
    let nameOf: Record<string, string> = { 'Bearer access': 'Ada', 'Bearer hers': 'Grace' }
    const going = Promise.withResolvers<void>()
    let isLeft = false
    const { queryClient, router } = await looking({
      load: () => isLeft && going.promise,
      answer: (url, token) => answerTo(nameOf[token] ?? '', url),
    })
    const profile = new QueryObserver(queryClient, mine.profile())
    const leave = profile.subscribe(() => undefined)
    const name = () => profile.getCurrentResult().data?.first_name
    await eventually(() => expect([shown(), name()]).toEqual(['Ada', 'Ada']))
    isLeft = true
    change()
    await eventually(() => expect([shown(), name()]).toEqual(['Grace', 'Grace']))
    going.resolve()
    await router.invalidate()
    await eventually(() => expect(queryClient.isFetching()).toBe(0))
    nameOf = { 'Bearer hers': 'Grace, later' }
    await queryClient.invalidateQueries(cart.current('2'))
    expect(shown()).toBe('Grace, later')
    leave()
  })

  it('also where whoever was there before had left before their own things were loaded', async () => {
    const { queryClient } = await looking({
      answer: (url, token) => answerTo(token === 'Bearer hers' ? 'Grace' : 'Ada', url),
    })
    const profile = new QueryObserver(queryClient, mine.profile())
    const leave = profile.subscribe(() => undefined)
    const name = () => profile.getCurrentResult().data?.first_name
    await eventually(() => expect([shown(), name()]).toEqual(['Ada', 'Ada']))
    session.start(grace)
    queryClient.setQueryData(mine.profile().queryKey, (known) => known && { ...known, first_name: 'Grace' })
    session.start(ada)
    await eventually(() => expect([shown(), name()]).toEqual(['Ada', 'Ada']))
    leave()
  })
})

it('what was begun for one customer is not told to the next, nor kept as theirs', async () => {
  const { said, queryClient } = await looking()
  const held = Promise.withResolvers<never>()
  const heard = vi.fn<() => void>()
  const pending = [held.promise, held.promise.catch(() => 'saved')].map((answer) =>
    new MutationObserver(queryClient, {
      mutationFn: () => answer,
      onSuccess: heard,
      onError: heard,
    }).mutate(),
  )
  session.end()
  session.start({ ...ada, user_id: '2' })
  held.reject(new Error('Too slow'))
  await Promise.allSettled(pending)
  expect(heard).not.toHaveBeenCalled()
  expect(said).not.toHaveBeenCalled()
})

it('but is to who is back as the same', async () => {
  const { queryClient } = await looking()
  const held = Promise.withResolvers<string>()
  const heard = vi.fn<() => void>()
  const pending = new MutationObserver(queryClient, {
    mutationFn: () => held.promise,
    onSuccess: heard,
  }).mutate()
  session.end()
  session.start(ada)
  held.resolve('saved')
  await pending
  expect(heard).toHaveBeenCalledOnce()
})
