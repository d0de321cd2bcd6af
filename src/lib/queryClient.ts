import { MutationCache, QueryCache, QueryClient, defaultShouldDehydrateQuery } from '@tanstack/react-query'
import { AppError } from './AppError.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** `inline`: the form shows the error itself, so nothing else says it. */
      errors?: 'inline'
      /** Said instead of a message that is not meant for people. */
      failure?: string
    }
  }
}

/** First part of the key of everything that belongs to one customer: wiped at sign-out, never sent by the server. */
export const personal = 'my'

type Say = (error: unknown, fallback: string | undefined) => void

/** The query cache with the shop's rules; `say` is told of failures that nothing on screen shows. */
export function createQueryClient({ say }: { say: Say }): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // Nobody asked for it, and that there is no network is shown elsewhere.
        const isUnanswered = error instanceof AppError && error.isUnanswered
        if (query.state.data !== undefined && !isUnanswered) say(error, undefined)
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (mutation.meta?.errors !== 'inline') say(error, mutation.meta?.failure)
      },
      async onSettled() {
        // Only after the last change under way, or the first one's refetch would undo the second's.
        if (client.isMutating() === 1) await client.invalidateQueries({ queryKey: [personal] })
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'offlineFirst',
        staleTime: 60_000,
        gcTime: 24 * 60 * 60_000,
        retry: (failures, error) =>
          failures < 1 && error instanceof AppError && error.status >= 500 && !error.isUnanswered,
      },
      mutations: { networkMode: 'offlineFirst', retry: false },
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) && query.queryKey[0] !== personal,
      },
    },
  })
  return client
}
