import type { QueryClient } from '@tanstack/react-query'
import { categories } from '#contract/listing.ts'
import type { CategorySlug } from '#contract/catalogue.ts'
import { shop } from '#contract/shop.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import { catalogue } from './api.ts'
import type { ListingSearch } from './listingSearch.ts'
import { trailData } from './structuredData.ts'
import { allJewelleryTagline, taglines } from './taglines.ts'

type Match = { match: { search: ListingSearch; context: { queryClient: QueryClient } } }

export const allJewelleryName = 'Our Jewellery Collection'

/** The first page and the others of a listing are pages of their own. */
const paged = (name: string, { page = 1 }: ListingSearch) => (page > 1 ? `${name}, page ${page}` : name)

/**
 * The canonical address of a listing's page: filters and sorting make no page of their own. A page beyond the last has
 * none, and no search engine should lead there.
 */
function placeOf(path: string, { match }: Match, within?: CategorySlug) {
  const { page = 1, ...rest } = match.search
  const { queryKey } = catalogue.list(match.search, within)
  if (page > 1 && match.context.queryClient.getQueryData(queryKey)?.products.length === 0)
    return { robots: 'noindex, follow' as const }
  const isPlain = Object.values(rest).every((value) => value === undefined)
  return { path: page > 1 && isPlain ? `${path}?page=${page}` : path }
}

/** All addresses of the whole collection are one page's. */
export const allJewelleryHead = (at: Match) => {
  const name = paged(allJewelleryName, at.match.search)
  return pageHead(
    name,
    import.meta.env.SSR && {
      description: `${name} by ${shop.name}. ${allJewelleryTagline}`,
      ...placeOf('/products', at),
      data: [trailData([{ label: 'Home', to: '/' }, { label: 'All Jewellery' }])],
    },
  )
}

/** The category's page: its address and name. */
export function categoryOf(slug: CategorySlug) {
  const category = categories.find((one) => one.slug === slug)
  if (!category) throw new Error(`No such category: ${slug}`)
  return category
}

export const categoryHead = (slug: CategorySlug) => (at: Match) => {
  const category = categoryOf(slug)
  const name = paged(category.name, at.match.search)
  return pageHead(
    name,
    import.meta.env.SSR && {
      description: `${name} by ${shop.name}. ${taglines[slug]}`,
      ...placeOf(category.path, at, slug),
      data: [
        trailData([
          { label: 'Home', to: '/' },
          { label: 'All Jewellery', to: '/products' },
          { label: category.name },
        ]),
      ],
    },
  )
}

/** What was searched for is nobody else's business, so the page is not indexed. */
export const searchHead = ({ query = '', ...search }: ListingSearch & { query?: string | undefined }) =>
  pageHead(
    paged(query === '' ? 'Search' : `Results for “${query}”`, search),
    import.meta.env.SSR && { robots: 'noindex, follow' },
  )
