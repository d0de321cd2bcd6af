// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { MutationObserver } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { unwrap } from '#src/lib/answer.ts'
import { http, session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { sayFailure } from '#src/shell/sayFailure.ts'
import { startInBrowser } from '#src/shell/startInBrowser.ts'
import { notify } from '#src/ui/notify.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ada } from '#tests/support/ada.ts'

const ended = () =>
  Response.json({ message: authTexts.sessionExpired, code: 'unauthenticated' }, { status: 401 })

/** The shop as a signed-in customer looks at their orders; `check` is what the server says of their token. */
async function looking({ check = () => Response.json({}) } = {}) {
  const said = vi.spyOn(notify, 'error').mockReturnValue('')
  setTransport(async (url) => (url.includes('verify-token') ? check() : ended()))
  session.start(ada)
  const root = createRootRoute()
  const routeTree = root.addChildren(
    ['/login', '/orders'].map((path) => createRoute({ path, getParentRoute: () => root })),
  )
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/orders'] }) })
  await router.load()
  const queryClient = createQueryClient({ say: sayFailure })
  stop = startInBrowser(queryClient, router)
  return { said, queryClient, path: () => router.latestLocation.pathname }
}

const ask = async () => unwrap(await http.post('/anything/', { schema: v.object({}) }))

let stop = () => undefined as void
afterEach(() => {
  stop()
  session.end()
  localStorage.clear()
  vi.restoreAllMocks()
})

const once = [authTexts.sessionExpired, { id: authTexts.sessionExpired }]

// At a page's start, and so only by the first of these.
it('a session that has ended meanwhile is found out at the start, and said', async () => {
  const { said } = await looking({ check: ended })
  await eventually(() => expect(said.mock.calls).toEqual([once]))
  expect(session.state().isAuthenticated).toBe(false)
})

it('an ended session leads to the login, and says why', async () => {
  const { said, path } = await looking()
  await expect(ask()).rejects.toThrow(authTexts.sessionExpired)
  await eventually(() => expect(path()).toBe('/login'))
  expect(said.mock.calls).toEqual([once])
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
