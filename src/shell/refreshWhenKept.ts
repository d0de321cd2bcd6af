import type { QueryClient } from '@tanstack/react-query'
import { personal } from '#src/lib/queryClient.ts'

/**
 * A page from the back/forward cache, shown again after another site for example, has missed what happened meanwhile,
 * such as what was put into the cart in another tab. Who is signed in now, the session itself sees.
 */
export function refreshWhenKept(queryClient: QueryClient) {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void queryClient.invalidateQueries({ queryKey: [personal] })
  })
}
