import type { QueryClient } from '@tanstack/react-query'
import { session } from '#src/lib/client.ts'
import { personal } from '#src/lib/queryClient.ts'

/**
 * A page from the back/forward cache, shown again after another site for example, has missed what happened meanwhile:
 * who is signed in now, and what was put into the cart in another tab.
 */
export function refreshWhenKept(queryClient: QueryClient) {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    session.reread()
    void queryClient.invalidateQueries({ queryKey: [personal] })
  })
}
