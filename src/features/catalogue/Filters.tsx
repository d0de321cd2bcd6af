import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { catalogue } from './api.ts'
import { FilterPanel } from './FilterPanel.tsx'
import type { ListingScope } from './filters.ts'
import type { ListingPath } from './listingPath.ts'
import { useListingSearch } from './useListingSearch.ts'

type Props = { path: ListingPath; scope: ListingScope }

/** The filters of the listing at this address. */
export function Filters({ path, scope }: Props) {
  const { shown, change } = useListingSearch(path, useSearch({ strict: false }))
  const { data: lists } = useQuery(catalogue.filters())
  return <FilterPanel search={shown} lists={lists} scope={scope} onChange={change} />
}
