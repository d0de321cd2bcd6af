import { queryOptions } from '@tanstack/react-query'
import {
  type CategorySlug,
  FilterListsAnswer,
  type ListingFilter,
  ProductAnswer,
  ProductPage,
  ProductsAnswer,
} from '#contract/catalogue.ts'
import { pageSize, relatedProducts } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { http } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/http.ts'

/** What a listing's address may say: the filter's parts and the page, each of them optional. */
export type ListingSearch = { [K in keyof ListingFilter]?: ListingFilter[K] | undefined } & { page?: number | undefined }

/** One page of pieces and how many there are in all. */
const productPage = (key: readonly unknown[], path: string, query: Record<string, unknown>) =>
  queryOptions({
    queryKey: ['catalogue', ...key, query],
    queryFn: async ({ signal }) => {
      const { count, results } = unwrap(await http.get(path, { schema: ProductPage, query, signal }))
      return { count, products: results.data }
    },
  })

export const catalogue = {
  list: ({ page = 1, ...filter }: ListingSearch) =>
    productPage(['list'], paths.products, { ...filter, page, page_size: pageSize }),
  category: (category: CategorySlug, { page = 1, category: _, ...filter }: ListingSearch) =>
    productPage(['category'], paths.productsByCategory, { ...filter, category, page, limit: pageSize }),
  search: (query: string, { page = 1, sort_by }: ListingSearch) =>
    productPage(['search'], paths.search, { query, sort_by, page, page_size: pageSize }),
  product: (slug: string) =>
    queryOptions({
      queryKey: ['catalogue', 'product', slug],
      queryFn: async ({ signal }) => unwrap(await http.get(paths.product(slug), { schema: ProductAnswer, signal })).data,
    }),
  related: (id: number) =>
    queryOptions({
      queryKey: ['catalogue', 'related', id],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.randomProducts, {
            schema: ProductsAnswer,
            query: { limit: relatedProducts, exclude: id, related_to: id },
            signal,
          }),
        ).data,
      staleTime: 10 * 60_000,
    }),
  filters: () =>
    queryOptions({
      queryKey: ['catalogue', 'filters'],
      queryFn: async ({ signal }) => unwrap(await http.get(paths.filter, { schema: FilterListsAnswer, signal })).data,
      staleTime: 10 * 60_000,
    }),
}
