import { categories, priceBuckets } from '#contract/listing.ts'
import { type ListingSearch, type ResultsSearch, listingSearch, resultsSearch } from './listingSearch.ts'
import type { ListingPath, ResultsPath } from './listingPath.ts'

/** What a page of pieces is called, and where it is. */
type Place = { label: string } & (
  | { to: ListingPath; search: ListingSearch }
  | { to: ResultsPath; search: ResultsSearch }
)

/** Where a page of pieces is found, by the key of its query; null for any other query. */
export function placeOf([area, list, query]: readonly unknown[]): Place | null {
  if (area !== 'catalogue' || typeof query !== 'object' || query === null) return null
  const asked: Record<string, unknown> = { ...query }
  const page = typeof asked['page'] === 'number' && asked['page'] > 1 ? asked['page'] : undefined
  switch (list) {
    case 'search': {
      const search = { ...resultsSearch(asked), page }
      return {
        label: named(`Search for “${search.query ?? ''}”`, [], page),
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

// Not the words of `filters.ts`: whoever only lists pages need not load what filters them, nor the other way round.
const flags = { is_new: 'new', is_bestseller: 'bestsellers', is_featured: 'featured' } as const

function filtersOf(search: ListingSearch): string[] {
  const { price = [], category = [], collection = [], material = [], gemstone = [] } = search
  const labels = price.map((value) => priceBuckets.find((bucket) => bucket.value === value)?.label ?? value)
  const said = (['is_new', 'is_bestseller', 'is_featured'] as const).filter((flag) => search[flag])
  return [...labels, ...category, ...collection, ...material, ...gemstone, ...said.map((flag) => flags[flag])]
}

const named = (name: string, filters: readonly string[], page: number | undefined): string =>
  [name, ...filters, ...(page === undefined ? [] : [`page ${page}`])].join(', ')
