import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { CategorySlug } from '#contract/catalogue.ts'
import { catalogue } from './api.ts'
import { FilterPanel } from './FilterPanel.tsx'
import type { ListingPath } from './listingPath.ts'
import { useListingSearch } from './useListingSearch.ts'

type Props = { path: ListingPath; within: CategorySlug | undefined }

/** The filters of the listing at this address. */
export function Filters({ path, within }: Props) {
  const search = useSearch({ strict: false })
  const { shown, change } = useListingSearch(path, search)
  const { data: lists } = useQuery(catalogue.filters(search, within))
  return <FilterPanel search={shown} lists={lists} isOfOneCategory={within !== undefined} onChange={change} />
}
