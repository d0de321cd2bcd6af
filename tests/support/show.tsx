import { QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  type AnyRouter,
  RouterContextProvider,
  RouterProvider,
  type RouterHistory,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { parseSearch, stringifySearch } from '#src/lib/search.ts'

// On a busy machine what a page imports late may take longer than the default second.
configure({ asyncUtilTimeout: 60_000 })

/** A part of a page in which it can read, change and navigate, and failures are reported nowhere. */
export function placed(children: ReactNode, history = createMemoryHistory()): ReactNode {
  const router = createRouter({ routeTree: createRootRoute(), history, parseSearch, stringifySearch })
  return (
    <QueryClientProvider client={createQueryClient({ say: () => undefined })}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </QueryClientProvider>
  )
}

/** Renders it that way. Returns the history, which records where it has led. */
export function show(children: ReactNode, at = '/'): RouterHistory {
  const history = createMemoryHistory({ initialEntries: [at] })
  render(placed(children, history))
  return history
}

/** The same for a part that reads what is in its page's address. */
export async function showWith(search: { variant?: number }, part: ReactNode): Promise<void> {
  const routeTree = createRootRoute({ component: () => part, validateSearch: () => search })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  render(<RouterProvider router={router} />)
}

/** The whole of these routes, with this address open. */
export async function showRouted(
  routeTree: AnyRoute,
  at: string,
  queryClient = createQueryClient({ say: () => undefined }),
): Promise<AnyRouter> {
  const history = createMemoryHistory({ initialEntries: [at] })
  const router: AnyRouter = createRouter({ routeTree, history, parseSearch, stringifySearch })
  await router.load()
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
