import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CategorySlug } from '#contract/catalogue.ts'
import { pageSize, relatedProducts } from '#contract/constants.ts'
import { lateCalls } from '#src/lib/lateCalls.ts'
import { pieceKey } from '#src/lib/pieceKey.ts'
import type { ListKind, PageQuery } from './calls.ts'
import type { ListingSearch, ResultsSearch } from './listingSearch.ts'

/** As many pieces as fit side by side on a desktop. */
export const inOneRow = 4

const asking = lateCalls(() => import('./calls.ts'))

/** One page of pieces and how many there are in all. */
const productPage = (list: ListKind, query: PageQuery) =>
  queryOptions({
    queryKey: ['catalogue', list, query] as const,
    queryFn: ({ signal }) => asking((calls) => calls.page(list, query, signal)),
    meta: { isAskedFor: true },
    // The former pieces stay on view until those of another filter arrive.
    placeholderData: keepPreviousData,
  })

/** What {@link catalogue} returns for a page of pieces, whichever list it is from. */
export type ProductPageOptions = ReturnType<typeof productPage>

export const catalogue = {
  /** A page of everything, or of one category if the search names none. */
  list: ({ page = 1, ...filter }: ListingSearch, within?: CategorySlug) =>
    within === undefined
      ? productPage('products', { ...filter, page, page_size: pageSize })
      : productPage('productsByCategory', { ...filter, category: within, page, limit: pageSize }),
  /** The first few of all the pieces that a search matches. */
  few: (filter: ListingSearch) => productPage('products', { ...filter, page: 1, page_size: inOneRow }),
  search: (query: string, { page = 1, sort_by }: Pick<ListingSearch, 'page' | 'sort_by'>) =>
    productPage('search', { query, sort_by, page, page_size: pageSize }),
  product: (slug: string) =>
    queryOptions({
      queryKey: pieceKey(slug),
      queryFn: (context) => asking((calls) => calls.product(slug, context)),
    }),
  /** Several pieces at once, in the order of their slugs, without those that the shop no longer has. */
  pieces: (slugs: string[]) =>
    queryOptions({
      queryKey: ['catalogue', 'pieces', slugs],
      queryFn: (context) => asking((calls) => calls.pieces(slugs, context)),
    }),
  related: (id: number) =>
    queryOptions({
      queryKey: ['catalogue', 'related', id],
      queryFn: ({ signal }) => asking((calls) => calls.related(id, relatedProducts, signal)),
    }),
  /** What that listing can be filtered by, counted under the active filters. */
  filters: ({ page: _page, sort_by: _order, ...chosen }: ListingSearch, within?: CategorySlug) =>
    queryOptions({
      queryKey: ['catalogue', 'filters', within, chosen],
      queryFn: ({ signal }) => asking((calls) => calls.filters({ ...chosen, within }, signal)),
      // The boxes stay while their new counts load.
      placeholderData: keepPreviousData,
    }),
}

/**
 * For the loader of a page that shows a list. The server waits for the answer; a browser shows the page at once, with
 * room for the pieces, and the answer fills it.
 */
export async function loadListing(queryClient: QueryClient, search: ListingSearch, within?: CategorySlug) {
  const filters = queryClient.prefetchQuery(catalogue.filters(search, within))
  await Promise.all([loadPage(queryClient, catalogue.list(search, within)), isServer && filters])
}

/** As {@link loadListing}, for a search; without words nothing is requested. */
export async function loadSearch(queryClient: QueryClient, { query = '', ...search }: ResultsSearch) {
  if (query !== '') await loadPage(queryClient, catalogue.search(query, search))
}

const isServer = typeof document === 'undefined'

async function loadPage(queryClient: QueryClient, list: ProductPageOptions) {
  if (isServer) await queryClient.ensureQueryData(list)
  else void queryClient.prefetchQuery(list)
}
