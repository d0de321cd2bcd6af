import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { CategorySlug, FilterLists } from '#contract/catalogue.ts'
import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { useHeir } from '#src/ui/useHeir.ts'
import { catalogue } from './api.ts'
import { FilterPanel } from './FilterPanel.tsx'
import * as css from './FilterPanel.css.ts'
import type { ListingPath } from './listingPath.ts'
import { useListingSearch } from './useListingSearch.ts'

type Props = { path: ListingPath; within: CategorySlug | undefined }

/** The filters of the listing at this address. */
export function Filters({ path, within }: Props) {
  const queryClient = useQueryClient()
  const search = useSearch({ strict: false })
  const { shown, change } = useListingSearch(path, search)
  const filters = useQuery(catalogue.filters(search, within))
  const { data, isPlaceholderData, isError } = filters
  // The button that asks again goes once there is an answer.
  const { heir, within: around } = useHeir({ preventScroll: true })
  // If its counts cannot be had, as without a network, what can be chosen is known from before: in this page's memory,
  // or on this device (`filtersOnPhone`).
  const isUnread = isError && data === undefined
  const before = isUnread ? listsFromBefore(queryClient, within) : undefined
  const isUncounted = isUnread || (data !== undefined && 'isPartial' in data)
  // Also while they are asked for again: the button that asks must not go from under the finger.
  const areMissing = data === undefined && filters.errorUpdateCount > 0 && before === undefined
  return (
    <div ref={heir} {...around} role="group" aria-label="Filters" tabIndex={-1}>
      <FilterPanel
        search={shown}
        lists={areMissing ? noLists : (before ?? data)}
        counts={isUncounted ? 'none' : isPlaceholderData ? 'former' : 'own'}
        isOfOneCategory={within !== undefined}
        onChange={change}
      />
      {areMissing && (
        <Notice
          role="status"
          className={css.missing}
          action={
            <Button tone="quiet" size="s" isBusy={filters.isFetching} onClick={() => void filters.refetch()}>
              Retry
            </Button>
          }
        >
          <p>{catalogueTexts.filtersFailed}</p>
        </Notice>
      )}
    </div>
  )
}

const noLists: FilterLists = { categories: [], collections: [], materials: [], gemstones: [] }

/**
 * What this listing could be filtered by under any other choices, if that is known: it does not depend on them, only its
 * counts do.
 */
function listsFromBefore(
  queryClient: QueryClient,
  within: CategorySlug | undefined,
): FilterLists | undefined {
  const all = queryClient.getQueriesData<FilterLists>({ queryKey: ['catalogue', 'filters'] })
  // What came with the document has null for undefined.
  const [, lists] = all.find(([key, data]) => data !== undefined && (key[2] ?? undefined) === within) ?? []
  return lists
}
