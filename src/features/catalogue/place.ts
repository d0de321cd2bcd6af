import { pageSize } from '#contract/constants.ts'
import { categories, namedFilters, priceBuckets, sortOptions } from '#contract/listing.ts'
import { type ListingSearch, type ResultsSearch, listingSearch, resultsSearch } from './listingSearch.ts'
import type { ListingPath, ResultsPath } from './listingPath.ts'

/** What a page of pieces is called, and where it is. */
type Place = { label: string } & (
  | { to: ListingPath; search: ListingSearch }
  | { to: ResultsPath; search: ResultsSearch }
)

/**
 * Where a page of pieces is located, by the key of its query; null for any other query, such as the few pieces on the
 * home page.
 */
export function placeOf([area, list, query]: readonly unknown[]): Place | null {
  if (area !== 'catalogue' || typeof query !== 'object' || query === null) return null
  const asked: Record<string, unknown> = { ...query }
  if ((asked['page_size'] ?? asked['limit']) !== pageSize) return null
  const page = typeof asked['page'] === 'number' && asked['page'] > 1 ? asked['page'] : undefined
  switch (list) {
    case 'search': {
      const search = { ...resultsSearch(asked), page }
      return {
        label: named(`Search for “${search.query ?? ''}”`, orderOf(search), page),
        to: '/products/search-results',
        search,
      }
    }
    case 'products':
    case 'productsByCategory': {
      const { category: within, ...rest } = asked
      const category = list === 'products' ? undefined : categories.find(({ slug }) => slug === within)
      const search = { ...listingSearch(category ? rest : asked), page }
      return {
        label: named(category?.name ?? 'All Jewellery', filtersOf(search), page),
        to: category?.path ?? '/products',
        search,
      }
    }
    default:
      return null
  }
}

// Not shared with `filters.ts`: a page that only lists pieces need not load the code that filters them, nor the
// reverse.
const flags = { is_new: 'new', is_bestseller: 'bestsellers', is_featured: 'featured' } as const

function filtersOf(search: ListingSearch): string[] {
  const labels = (search.price ?? []).map(
    (value) => priceBuckets.find((bucket) => bucket.value === value)?.label ?? value,
  )
  const said = (['is_new', 'is_bestseller', 'is_featured'] as const).flatMap((flag) =>
    search[flag] === undefined ? [] : `${search[flag] ? '' : 'not '}${flags[flag]}`,
  )
  const from = search.min_weight === undefined ? [] : [`from ${search.min_weight} g`]
  const to = search.max_weight === undefined ? [] : [`up to ${search.max_weight} g`]
  const names = namedFilters.flatMap(({ name }) => search[name] ?? [])
  return [...labels, ...names, ...said, ...from, ...to, ...orderOf(search)]
}

const orderOf = ({ sort_by }: ResultsSearch): string[] =>
  sortOptions.flatMap(({ value, label }) => (value === sort_by ? label : []))

const named = (name: string, filters: readonly string[], page: number | undefined): string =>
  [name, ...filters, ...(page === undefined ? [] : [`page ${page}`])].join(', ')
