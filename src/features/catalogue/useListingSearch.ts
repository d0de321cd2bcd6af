import { useNavigate } from '@tanstack/react-router'
import { startTransition, useOptimistic } from 'react'
import type { ListingPath } from './listingPath.ts'
import type { ListingSearch } from './listingSearch.ts'

/**
 * What the address asks for, and how to ask for something else. A change is in `shown` at once, so that boxes ticked in
 * quick succession add up, although the address follows a moment later. The scroll position stays.
 */
export function useListingSearch(path: ListingPath, search: ListingSearch) {
  const navigate = useNavigate()
  const [shown, show] = useOptimistic(search)
  const change = (next: ListingSearch) =>
    startTransition(async () => {
      show(next)
      await navigate({ to: path, search: next, resetScroll: false })
    })
  return { shown, change }
}
