// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRouteWithContext,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import { texts } from '#contract/texts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { rememberWanted } from '#src/features/cart/wanted.ts'
import { rememberWanted as rememberWish } from '#src/features/wishlist/wanted.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { Route as loginRoute } from '#src/routes/login.tsx'
import { notify } from '#src/ui/notify.ts'
import { ada } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'
import { lost } from '#tests/support/lost.ts'
import { piece } from '#tests/support/pieces.ts'

afterEach(() => {
  cleanup()
  session.end()
  vi.restoreAllMocks()
})

/** The page itself, at such an address. */
async function showLogin(address: string) {
  const queryClient = createQueryClient({ say: () => undefined })
  const root = createRootRouteWithContext<{
    queryClient: QueryClient
    isPlace: (path: string) => boolean
  }>()()
  // As in `routeTree.gen.ts`.
  Object.assign(loginRoute.options, { id: '/login', path: '/login', getParentRoute: () => root })
  const router = createRouter({
    routeTree: root.addChildren([loginRoute as never]),
    history: createMemoryHistory({ initialEntries: [address] }),
    context: { queryClient, isPlace: () => true },
  })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

it('what a guest had wanted is not lost without a word where the code that adds it is', async () => {
  const said: string[] = []
  for (const tone of ['success', 'error'] as const)
    vi.spyOn(notify, tone).mockImplementation((message) => String(said.push(message)))
  setTransport(async () => Response.json(ada))
  lost('#src/routes/-wanted.ts')
  rememberWanted({ product_id: 1, variant_id: null, quantity: 1, slug: 'ring' })
  rememberWish(piece(2))

  await showLogin('/login')
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ada.email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
  await eventually(() =>
    expect(said).toEqual([authTexts.loggedIn, cartTexts.addFailed, wishlistTexts.addFailed]),
  )
})

it.each([
  ['/orders', authTexts.accountNeedsLogin],
  ['/orders/DMS-7K3M9QXT', authTexts.accountNeedsLogin],
  ['/account', authTexts.accountNeedsLogin],
  ['/account?tab=payment', authTexts.accountNeedsLogin],
  ['/account?tab=addresses', texts.guest.addresses],
  ['/cart/checkout', texts.guest.checkout],
  ['/wishlist', texts.guest.header],
  ['/products', null],
  ['/accounts', null],
])('why who wanted to go to %s is at the login is said there: %s', async (from, why) => {
  await showLogin(`/login?from=${encodeURIComponent(from)}`)
  await screen.findByRole('button', { name: 'Login' })
  expect(screen.queryByText(/^Please login/)?.textContent ?? null).toBe(why)
})

it('while who has come back from a provider is led on, nobody is asked for a password', async () => {
  const said = vi.spyOn(notify, 'success').mockReturnValue('')
  setTransport(async (_url, { method }) =>
    Response.json(method === 'GET' ? { enabled: true, name: 'Google' } : ada),
  )
  window.location.hash = `#code=${'A'.repeat(43)}`
  await showLogin('/login')
  await eventually(() => expect(said.mock.calls).toEqual([[authTexts.loggedIn]]))
  const busy = screen.getAllByRole<HTMLButtonElement>('button', { busy: true })
  expect(busy.map(({ type }) => type)).toEqual(['submit', 'button'])
})
