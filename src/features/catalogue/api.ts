import { type QueryClient, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CategorySlug } from '#contract/catalogue.ts'
import { pageSize, relatedProducts } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { http } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import type { ListingSearch, ResultsSearch } from './listingSearch.ts'

const schemas = () => import('#contract/catalogue.ts')

type PageQuery = Record<string, unknown> & { page: number }

/** One page of pieces and how many there are in all. */
const productPage = (path: string, query: PageQuery) =>
  queryOptions({
    queryKey: ['catalogue', path, query],
    queryFn: async ({ signal }) => {
      const { count, results } = unwrap(
        await http.get(path, { schema: async () => (await schemas()).ProductPage, query, signal }),
      )
      return { count, page: query.page, products: results.data }
    },
    // The pieces shown stay until those of another filter are there.
    placeholderData: keepPreviousData,
  })

/** What {@link catalogue} gives for a page of pieces, whatever list it is of. */
export type ProductPageOptions = ReturnType<typeof productPage>

export const catalogue = {
  list: ({ page = 1, ...filter }: ListingSearch) =>
    productPage(paths.products, { ...filter, page, page_size: pageSize }),
  category: (category: CategorySlug, { page = 1, category: _, ...filter }: ListingSearch) =>
    productPage(paths.productsByCategory, { ...filter, category, page, limit: pageSize }),
  search: (query: string, { page = 1, sort_by }: Pick<ListingSearch, 'page' | 'sort_by'>) =>
    productPage(paths.search, { query, sort_by, page, page_size: pageSize }),
  product: (slug: string) =>
    queryOptions({
      queryKey: ['catalogue', 'product', slug],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.product(slug), {
            schema: async () => (await schemas()).ProductAnswer,
            signal,
          }),
        ).data,
    }),
  related: (id: number) =>
    queryOptions({
      queryKey: ['catalogue', 'related', id],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.randomProducts, {
            schema: async () => (await schemas()).ProductsAnswer,
            query: { limit: relatedProducts, exclude: id, related_to: id },
            signal,
          }),
        ).data,
      staleTime: 10 * 60_000,
    }),
  filters: () =>
    queryOptions({
      queryKey: ['catalogue', 'filters'],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.filter, { schema: async () => (await schemas()).FilterListsAnswer, signal }),
        ).data,
      staleTime: 10 * 60_000,
    }),
}

/**
 * For the loader of a page that shows a list. The server waits for it; a browser shows the page at once, with the
 * place for the pieces, and the answer fills it.
 */
export async function loadListing(queryClient: QueryClient, list: ProductPageOptions) {
  const filters = queryClient.prefetchQuery(catalogue.filters())
  await Promise.all([loadPage(queryClient, list), isServer && filters])
}

/** As {@link loadListing}, for what a search found; nothing is asked for no words. */
export async function loadSearch(queryClient: QueryClient, { query = '', ...search }: ResultsSearch) {
  if (query !== '') await loadPage(queryClient, catalogue.search(query, search))
}

const isServer = typeof document === 'undefined'

async function loadPage(queryClient: QueryClient, list: ProductPageOptions) {
  if (isServer) await queryClient.ensureQueryData(list)
  else void queryClient.prefetchQuery(list)
}
