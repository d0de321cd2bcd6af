import type { QueryClient } from '@tanstack/react-query'

/**
 * What is on its way for somebody who is not here any more is told to nobody, and nothing of its answer is kept: whoever
 * has come since would take it for theirs.
 */
export function tellNobody(queryClient: QueryClient): void {
  for (const mutation of queryClient.getMutationCache().findAll({ status: 'pending' })) {
    const { onSuccess, onError, onSettled, meta, ...rest } = mutation.options
    mutation.setOptions({ ...rest, meta: { ...meta, errors: 'inline' } })
  }
}
