// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterContextProvider,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { del, get, keys, set } from 'idb-keyval'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { redirectAfterSignOut } from '#contract/constants.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { storageKeys } from '#contract/storageKeys.ts'
import { postToCart } from '#src/features/cart/live.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { Route as customerRoute } from '#src/routes/_customer.tsx'
import { whoIsSignedIn } from '#src/offline/customer.ts'
import { openDatabase } from '#src/offline/database.ts'
import { network } from '#src/offline/network.ts'
import { outbox } from '#src/offline/outbox.ts'
import { createQueryClient, personal } from '#src/lib/queryClient.ts'
import { useSignOut } from '#src/shell/useSignOut.ts'
import { notify } from '#src/ui/notify.ts'
import { ToastHost } from '#src/ui/ToastHost.tsx'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lost } from '#tests/support/lost.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.restoreAllMocks()
})

function signedIn() {
  setTransport(async () => Response.json({}))
  session.start(ada)
  localStorage.setItem(storageKeys.rememberMe, 'ada@example.com')
  const client = createQueryClient({ say: () => undefined })
  const history = createMemoryHistory({ initialEntries: ['/orders'] })
  const router = createRouter({ routeTree: createRootRoute(), history })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </QueryClientProvider>
  )
  return { client, history, ...renderHook(useSignOut, { wrapper }).result.current }
}

/** Waits until they have left; the second after which they are led away goes by at once. */
const gone = (leave: () => Promise<void>) =>
  act(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const left = leave()
    vi.advanceTimersByTime(redirectAfterSignOut)
    vi.useRealTimers()
    return left
  })

// The first, before any other has loaded that code.
it('who signs out where the code that tidies up cannot be had is told, and led away', async () => {
  const said = vi.spyOn(notify, 'success').mockReturnValue('')
  lost('#src/shell/personal.ts')
  const { signOut, history, client } = signedIn()
  client.setQueryData([personal, 'profile'], 'hers')
  await gone(signOut)
  await eventually(() => expect(said).toHaveBeenCalledWith(authTexts.loggedOut))
  expect(history.location.pathname).toBe('/')
  expect(client.getQueryData([personal, 'profile'])).toBeUndefined()
})

it('the email that was to be remembered outlives a sign-out, and not the account', async () => {
  const first = signedIn()
  await gone(first.signOut)
  expect(Object.keys(localStorage)).toEqual([storageKeys.rememberMe])
  const last = signedIn()
  await gone(() => last.leave('Deleted'))
  expect(Object.keys(localStorage)).toEqual([])
})

it.each([
  ['who leaves for good is not expected back, nor does anything wait for them', ada.user_id, []],
  ['who leaves for good takes nothing from whoever is expected back', '2', ['2']],
])('%s', async (_who, expected, left) => {
  const waiting = openDatabase('damson-outbox', 'intents')
  const intents = [ada.user_id, '2'].map((customer) => ({
    key: customer,
    customer,
    feature: 'notes',
    payload: 'one',
    madeAt: Date.now(),
    notBefore: 0,
    attemptedAt: null,
    refusals: 0,
  }))
  await waiting((store) => set('intents', intents, store))
  const { leave } = signedIn()
  localStorage.setItem('expected-back', `${expected} ${Date.now()}`)
  localStorage.setItem('left-drafts', JSON.stringify({ customer: expected, at: Date.now(), drafts: '{}' }))
  sessionStorage.setItem('coupon', `SAVE10 10 ${expected}`)
  await gone(() => leave('Deleted'))
  const kept = await waiting((store) => get<typeof intents>('intents', store))
  expect((kept ?? []).map(({ customer }) => customer)).toEqual(left)
  expect(localStorage.getItem('expected-back')?.split(' ')[0]).toBe(left[0])
  expect(localStorage.getItem('left-drafts') !== null).toBe(left.length > 0)
  expect(sessionStorage.getItem('coupon') !== null).toBe(left.length > 0)
})

it.each([
  ['says so', () => Response.json({}), 'success', authTexts.loggedOut],
  [
    'fails, that they are signed out here all the same',
    () => Response.error(),
    'error',
    `${authTexts.logoutFailed}. You are signed out on this browser, but the shop could not be told.`,
  ],
] as const)(
  'a slow server keeps nobody who signs out, and is heard when it %s',
  async (_so, answer, tone, text) => {
    const said = vi.spyOn(notify, tone).mockReturnValue('')
    const held = Promise.withResolvers<void>()
    const { signOut, history } = signedIn()
    setTransport(() => held.promise.then(answer))
    await gone(signOut)
    expect([history.location.pathname, said.mock.calls]).toEqual(['/', []])
    held.resolve()
    await eventually(() => expect(said.mock.calls).toEqual([[text]]))
  },
)

it.each([
  ['is told nothing of changes where none waited', false],
  ['is told that what waited to be sent, as was promised, is gone', true],
])('who signs out %s', async (_what, isWaiting) => {
  const said = vi.spyOn(notify, 'warning').mockReturnValue('')
  const { signOut, client } = signedIn()
  if (isWaiting) await postToCart(client, ada.user_id, { kind: 'clear' })
  await gone(signOut)
  expect(said.mock.calls.map(([text]) => text)).toEqual(isWaiting ? [savedTexts.waitingGone] : [])
})

it('and is told so where another tab has removed it before the answer came', async () => {
  const said = vi.spyOn(notify, 'warning').mockReturnValue('')
  const { signOut, client } = signedIn()
  network.set('offline')
  outbox.start(client, whoIsSignedIn)
  await postToCart(client, ada.user_id, { kind: 'clear' })
  const answer = Promise.withResolvers<Response>()
  setTransport(() => answer.promise)
  const other = new BroadcastChannel('damson-outbox')
  await act(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const left = signOut()
    // A browser has this code since the login, and gives it at once.
    await vi.dynamicImportSettled()
    const emptied = new Promise<void>((resolve) => {
      outbox.subscribe(() => outbox.all().length === 0 && resolve())
    })
    await openDatabase('damson-outbox', 'intents')((store) => del('intents', store))
    other.postMessage('changed')
    await emptied
    vi.advanceTimersByTime(redirectAfterSignOut)
    vi.useRealTimers()
    await left
  })
  expect(said.mock.calls.map(([text]) => text)).toEqual([savedTexts.waitingGone])
  answer.resolve(Response.json({}))
  other.close()
  network.set('online')
})

it('nor does it matter that what waited had not been read yet when they left', async () => {
  const said = vi.spyOn(notify, 'warning').mockReturnValue('')
  const { seeOff } = await import('#src/shell/personal.ts')
  const { client } = signedIn()
  network.set('offline')
  const waits = { key: 'a', customer: ada.user_id, feature: 'cart', payload: { kind: 'clear' } }
  const intent = { ...waits, madeAt: Date.now(), notBefore: 0, attemptedAt: null, refusals: 0 }
  await openDatabase('damson-outbox', 'intents')((store) => set('intents', [intent], store))
  outbox.start(client, whoIsSignedIn)
  const forget = seeOff(ada.user_id)
  expect(outbox.all()).toEqual([])
  await eventually(() => expect(outbox.all()).toHaveLength(1))
  session.end()
  await forget()
  expect(said.mock.calls.map(([text]) => text)).toEqual([savedTexts.waitingGone])
  network.set('online')
})

it('what was said to a customer, and what they could undo by it, is gone once they leave', async () => {
  render(<ToastHost />)
  const { signOut } = signedIn()
  const action = { label: 'Undo', run: () => undefined }
  notify.success('Product removed from cart', { action, duration: Infinity })
  await eventually(() => screen.getByRole('button', { name: 'Undo' }))
  await gone(signOut)
  await eventually(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

it('that there is a new version is for whoever comes after them, too', async () => {
  render(<ToastHost />)
  const { signOut } = signedIn()
  const action = { label: 'Reload', run: () => undefined }
  notify.news('A new version is available', { action, duration: Infinity })
  notify.success('Product removed from cart', { duration: Infinity })
  await eventually(() => screen.getByText('Product removed from cart'))
  await gone(signOut)
  await eventually(() => expect(screen.queryByText('Product removed from cart')).toBeNull())
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
})

it('whoever signs in in another tab meanwhile keeps what is theirs', async () => {
  const own = openDatabase('damson-own')
  for (const key of ['1-cart', '2-cart']) await own((store) => set(key, { at: 1 }, store))
  const said = vi.spyOn(notify, 'success').mockReturnValue('')
  const { signOut, client, history } = signedIn()
  setTransport(async () => {
    localStorage.setItem(storageKeys.access, 'hers')
    localStorage.setItem(storageKeys.user, JSON.stringify({ ...ada, id: '2' }))
    window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.access }))
    client.setQueryData([personal, 'cart', '2'], 'hers')
    return Response.json({})
  })
  await gone(signOut)
  expect(await own((store) => keys(store))).toEqual(['2-cart'])
  expect(client.getQueryData([personal, 'cart', '2'])).toBe('hers')
  // Nor are they told anything or taken anywhere.
  expect(said).not.toHaveBeenCalled()
  expect(history.location.pathname).toBe('/orders')
})

it('what is typed on a customer’s page outlives news of them, and is not there for another', async () => {
  session.start(ada)
  const { component } = customerRoute.options
  const root = createRootRoute(component && { component })
  const page = createRoute({ path: '/', getParentRoute: () => root, component: () => <input /> })
  const history = createMemoryHistory()
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  await router.load()
  render(<RouterProvider router={router} />)
  const typed = () => screen.getByRole<HTMLInputElement>('textbox').value
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'hers' } })
  act(() => session.start({ ...ada, first_name: 'Augusta' }))
  act(() => session.end())
  expect(typed()).toBe('hers')
  act(() => session.start({ ...ada, user_id: '2' }))
  expect(typed()).toBe('')
})
