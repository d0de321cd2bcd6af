import type { QueryFunctionContext } from '@tanstack/react-query'
import { FilterListsAnswer, ProductAnswer, ProductPage, ProductsAnswer } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { unwrap } from '#src/lib/answer.ts'
import { http } from '#src/lib/client.ts'

/** Which of the server's lists, by the name of its path. */
export type ListKind = 'products' | 'productsByCategory' | 'search'
export type PageQuery = Record<string, unknown> & { page: number }

export async function page(list: ListKind, query: PageQuery, signal: AbortSignal) {
  const { results, ...found } = unwrap(await http.get(paths[list], { schema: ProductPage, query, signal }))
  return { ...found, page: query.page, products: results.data }
}

/** What is known to be out of date by now, the browser's own cache would only repeat. */
export async function product(slug: string, { signal, client, queryKey }: QueryFunctionContext) {
  const isAnew = client.getQueryState(queryKey)?.isInvalidated
  return unwrap(await http.get(paths.product(slug), { schema: ProductAnswer, signal, isAnew })).data
}

export async function pieces(slugs: string[], signal: AbortSignal) {
  const query = { slug: slugs, page_size: slugs.length }
  const { count, results } = unwrap(await http.get(paths.products, { schema: ProductPage, query, signal }))
  // The specification knows no such filter: of a server without it these would be the first of all its pieces.
  if (count <= slugs.length) return results.data
  return results.data.filter(({ slug }) => slugs.includes(slug))
}

export async function related(id: number, limit: number, signal: AbortSignal) {
  const query = { limit, exclude: id, related_to: id }
  return unwrap(await http.get(paths.randomProducts, { schema: ProductsAnswer, query, signal })).data
}

export const filters = async (query: Record<string, unknown>, signal: AbortSignal) =>
  unwrap(await http.get(paths.filter, { schema: FilterListsAnswer, query, signal })).data
