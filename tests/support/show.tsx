import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterContextProvider,
  type RouterHistory,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { parseSearch, stringifySearch } from '#src/lib/search.ts'

// On a busy machine what a page imports only then may take longer than the second that is waited otherwise.
configure({ asyncUtilTimeout: 60_000 })

/** A part of a page where it can read, change and lead somewhere, and nobody says anything of what fails. */
export function placed(children: ReactNode, history = createMemoryHistory()): ReactNode {
  const router = createRouter({ routeTree: createRootRoute(), history, parseSearch, stringifySearch })
  return (
    <QueryClientProvider client={createQueryClient({ say: () => undefined })}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </QueryClientProvider>
  )
}

/** Renders it so. Gives the history, which knows where it has led. */
export function show(children: ReactNode, at = '/'): RouterHistory {
  const history = createMemoryHistory({ initialEntries: [at] })
  render(placed(children, history))
  return history
}
