import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterContextProvider,
  type RouterHistory,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { parseSearch, stringifySearch } from '#src/lib/search.ts'

/**
 * Renders a part of a page where it can read, change and lead somewhere, and says nothing of what fails. Gives the
 * history, which knows where it has led.
 */
export function show(children: ReactNode, at = '/'): RouterHistory {
  const history = createMemoryHistory({ initialEntries: [at] })
  const router = createRouter({ routeTree: createRootRoute(), history, parseSearch, stringifySearch })
  render(
    <QueryClientProvider client={createQueryClient({ say: () => undefined })}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </QueryClientProvider>,
  )
  return history
}
