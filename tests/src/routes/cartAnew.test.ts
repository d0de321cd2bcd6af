// @vitest-environment jsdom
import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { afterEach, expect, it } from 'vitest'
import { paths } from '#contract/paths.ts'
import { cart } from '#src/features/cart/api.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { mine } from '#src/lib/mine.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { Route as cartRoute } from '#src/routes/_customer.cart.index.tsx'
import { Route as checkoutRoute } from '#src/routes/_customer.cart.checkout.tsx'
import { ada, profile } from '#tests/support/ada.ts'
import { eventually } from '#tests/support/eventually.ts'

afterEach(() => session.end())

const known = { id: 'as this window knew it', items: [], total: '0.00' }
const anew = { ...known, id: 'as it is by now' }

/** Opens this page in a window that read the cart so long ago, and again at once; returns the cart it has then. */
async function openTwice(path: '/cart' | '/cart/checkout', ago: number) {
  let asked = 0
  setTransport(async (url) => {
    if (url.endsWith(paths.cart)) asked += 1
    return Response.json({ data: url.endsWith(paths.cart) ? anew : [] })
  })
  session.start(ada)
  const queryClient = createQueryClient({ say: () => undefined })
  queryClient.setQueryData(mine.profile().queryKey, profile)
  queryClient.setQueryData(cart.current().queryKey, known, { updatedAt: Date.now() - ago })
  const root = createRootRoute()
  // As in `routeTree.gen.ts`.
  Object.assign(cartRoute.options, { id: '/cart', path: '/cart', getParentRoute: () => root })
  Object.assign(checkoutRoute.options, {
    id: '/checkout',
    path: '/cart/checkout',
    getParentRoute: () => root,
  })
  const router = createRouter({
    routeTree: root.addChildren([cartRoute as never, checkoutRoute as never]),
    context: { queryClient } as never,
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  for (const open of [() => router.load(), () => router.invalidate()]) {
    await open()
    await eventually(() => expect(queryClient.isFetching()).toBe(0))
  }
  return { asked, cart: queryClient.getQueryData(cart.current().queryKey)?.id }
}

it.each(['/cart', '/cart/checkout'] as const)(
  '%s shows what was put into the cart elsewhere, in a window that was open for an hour',
  async (path) => {
    expect(await openTwice(path, 3_600_000)).toEqual({ asked: 1, cart: anew.id })
  },
)

it.each(['/cart', '/cart/checkout'] as const)(
  '%s does not ask for a cart again that was read a moment ago',
  async (path) => {
    expect(await openTwice(path, 1_000)).toEqual({ asked: 0, cart: known.id })
  },
)
