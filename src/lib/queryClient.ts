import { MutationCache, QueryCache, QueryClient, type QueryPersister } from '@tanstack/react-query'
import { AppError, isUnheard } from './AppError.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The shopper asked for it: if nobody answers while they wait for it, that is no mere background failure. */
      isAskedFor?: true
      /** Called instead of telling the shopper: when data could not be had, and when data on view could not be refreshed. */
      say?: (error: Error) => void
      /** Shown instead of a message that is not meant for people, when data on view could not be refreshed. */
      failure?: string
    }
    mutationMeta: {
      /** `inline`: the form shows the error itself, so nothing else says it. */
      errors?: 'inline'
      /** Shown instead of a message that is not meant for people. */
      failure?: string
      /** It counts as under way until everything of the customer's on view has been read again. */
      waits?: true
    }
  }
}

/** First part of the key of everything that belongs to one customer: wiped at sign-out, never sent by the server. */
export const personal = 'my'

/**
 * For how many milliseconds a mutation is kept that nobody watches any more and that holds what must not stay in memory,
 * such as payment data. Not 0: TanStack Query would ask whether one under way has ended as fast as timers can, and keep a
 * phone's processor busy until it is answered.
 */
export const briefly = 1_000

type Means = {
  /** Called for failures that nothing on screen shows. */
  say: (error: Error, fallback?: string) => void
  /** Called when something the shopper asked for got no answer from the server. */
  unheard?: () => void
  /** Access to the saved copies; a server has none. */
  persister?: QueryPersister
}

/** The query cache with the shop's rules. */
export function createQueryClient({ say, unheard, persister }: Means): QueryClient {
  // One that waits for what is read after it is still pending, though it is not under way any more.
  const answered = new WeakSet<object>()
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const { meta, state } = query
        if (state.data === undefined) {
          meta?.say?.(error)
          if (meta?.isAskedFor && query.isActive() && isUnheard(error)) unheard?.()
          // That there is no network is shown elsewhere.
        } else if (!(error instanceof AppError && error.isUnanswered))
          (meta?.say ?? say)(error, meta?.failure)
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (isUnheard(error)) unheard?.()
        if (mutation.meta?.errors !== 'inline') say(error, mutation.meta?.failure)
      },
      async onSettled(_data, _error, _variables, _result, mutation) {
        answered.add(mutation)
        // Only after the last change under way, or the first one's refetch would undo the second's.
        if (client.isMutating({ predicate: (other) => !answered.has(other) }) > 0) return
        const reading = client.invalidateQueries({ queryKey: [personal] })
        if (mutation.meta?.waits) await reading
      },
    }),
    defaultOptions: {
      queries: {
        // A server has none and keeps nothing for later: each read's timer would hold its page's cache all day.
        ...(persister && { persister, gcTime: 24 * 60 * 60_000 }),
        networkMode: 'offlineFirst',
        staleTime: 60_000,
        retry: (failures, error) =>
          failures < 1 && error instanceof AppError && error.status >= 500 && !error.isUnanswered,
      },
      mutations: { networkMode: 'offlineFirst', retry: false },
      dehydrate: {
        shouldDehydrateQuery: (query) => query.state.status === 'success' && query.queryKey[0] !== personal,
      },
    },
  })
  return client
}
