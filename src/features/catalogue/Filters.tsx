import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { CategorySlug, FilterLists } from '#contract/catalogue.ts'
import { catalogue } from './api.ts'
import { FilterPanel } from './FilterPanel.tsx'
import type { ListingPath } from './listingPath.ts'
import { useListingSearch } from './useListingSearch.ts'

type Props = { path: ListingPath; within: CategorySlug | undefined }

/** The filters of the listing at this address. */
export function Filters({ path, within }: Props) {
  const queryClient = useQueryClient()
  const search = useSearch({ strict: false })
  const { shown, change } = useListingSearch(path, search)
  const { data, isPlaceholderData, isError } = useQuery(catalogue.filters(search, within))
  // If its counts cannot be had, as without a network, what can be chosen is known from before: in this page's memory,
  // or on this device (`filtersOnPhone`).
  const isUnread = isError && data === undefined
  const isUncounted = isUnread || (data !== undefined && 'isPartial' in data)
  return (
    <FilterPanel
      search={shown}
      lists={isUnread ? listsFromBefore(queryClient, within) : data}
      counts={isUncounted ? 'none' : isPlaceholderData ? 'former' : 'own'}
      isOfOneCategory={within !== undefined}
      onChange={change}
    />
  )
}

/** What this listing could be filtered by under any other choices: that does not depend on them, only its counts do. */
function listsFromBefore(queryClient: QueryClient, within: CategorySlug | undefined): FilterLists {
  const all = queryClient.getQueriesData<FilterLists>({ queryKey: ['catalogue', 'filters'] })
  // What came with the document has null for undefined.
  const [, lists] = all.find(([key, data]) => data !== undefined && (key[2] ?? undefined) === within) ?? []
  return lists ?? { categories: [], collections: [], materials: [], gemstones: [] }
}
