import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Reads something again after it was changed. A first read that is still under way may have been answered before the
 * change, and TanStack Query takes it for the new one: it is waited for. Never rejects.
 */
export async function readAnew(
  queryClient: QueryClient,
  { queryKey }: { queryKey: QueryKey },
): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey })
  // With data, a read under way is given up for the new one.
  if (query?.state.data === undefined) await query?.promise?.catch(() => undefined)
  await queryClient.invalidateQueries({ queryKey })
}

/**
 * What seems to have been read later than now was read before the clock was set back, and would pass for new until then.
 * By less than a minute, what the server has put into the page may be ahead of a clock that is right.
 */
export const readWhatIsAhead = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt > Date.now() + 60_000 })
