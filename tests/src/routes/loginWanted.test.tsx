// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { authTexts } from '#contract/authTexts.ts'
import { cartTexts } from '#contract/cartTexts.ts'
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

it('what a guest had wanted is not lost without a word where the code that adds it is', async () => {
  const said: string[] = []
  for (const tone of ['success', 'error'] as const)
    vi.spyOn(notify, tone).mockImplementation((message) => String(said.push(message)))
  setTransport(async () => Response.json(ada))
  lost('#src/routes/-wanted.ts')
  rememberWanted({ product_id: 1, variant_id: null, quantity: 1, slug: 'ring' })
  rememberWish(piece(2))

  const root = createRootRoute()
  // As in `routeTree.gen.ts`.
  Object.assign(loginRoute.options, { id: '/login', path: '/login', getParentRoute: () => root })
  const router = createRouter({
    routeTree: root.addChildren([loginRoute as never]),
    history: createMemoryHistory({ initialEntries: ['/login'] }),
  })
  await router.load()
  render(
    <QueryClientProvider client={createQueryClient({ say: () => undefined })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: ada.email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'a secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
  await eventually(() =>
    expect(said).toEqual([authTexts.loggedIn, cartTexts.addFailed, wishlistTexts.addFailed]),
  )
})
