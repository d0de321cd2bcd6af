import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterContextProvider,
  createMemoryHistory,
  createRootRoute,
  createRouter,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createQueryClient } from '#src/lib/queryClient.ts'

/** Renders a part of a page where it can read, change and lead somewhere, and says nothing of what fails. */
export function show(children: ReactNode): void {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={createQueryClient({ say: () => undefined })}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </QueryClientProvider>,
  )
}
