import type { QueryClient } from '@tanstack/react-query'

/**
 * Gives up all that is on its way to this page, unless something is being sent. What has come to a standstill would
 * never end, and where it takes up every connection that a browser opens to one shop, nothing else gets through.
 */
export function giveUp(queryClient: QueryClient): void {
  if (queryClient.isMutating() === 0) window.stop()
}
