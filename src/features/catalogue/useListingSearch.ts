import { useNavigate } from '@tanstack/react-router'
import type { ListingPath } from './listingPath.ts'
import type { ListingSearch } from './listingSearch.ts'
import { useShownSearch } from './useShownSearch.ts'

/** What the address of a listing asks for, and how to ask for something else. The scroll position stays. */
export function useListingSearch(path: ListingPath, search: ListingSearch) {
  const navigate = useNavigate()
  return useShownSearch(search, (next) => navigate({ to: path, search: next, resetScroll: false }))
}
