import { startTransition, useOptimistic } from 'react'

/**
 * What an address asks for, and how to ask for something else, which `go` leads to. A change is in `shown` at once, so
 * that changes in quick succession add up, although the address follows a moment later.
 */
export function useShownSearch<Search>(search: Search, go: (next: Search) => Promise<void>) {
  const [shown, show] = useOptimistic(search)
  const change = (next: Search) =>
    startTransition(async () => {
      show(() => next)
      await go(next)
    })
  return { shown, change }
}
