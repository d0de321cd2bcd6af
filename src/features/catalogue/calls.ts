import type { QueryFunctionContext } from '@tanstack/react-query'
import { FilterListsAnswer, ProductAnswer, ProductPage, ProductsAnswer } from '#contract/catalogue.ts'
import { paths } from '#contract/paths.ts'
import { unwrap } from '#src/lib/answer.ts'
import { http } from '#src/lib/client.ts'
import { keepRenamed } from './recent.ts'

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

/** In the order of their slugs; one that has another slug by now takes the place of a slug that nothing has. */
export async function pieces(slugs: string[], { signal, client, queryKey }: QueryFunctionContext) {
  const query = { slug: slugs, page_size: slugs.length }
  const { count, results } = unwrap(await http.get(paths.products, { schema: ProductPage, query, signal }))
  const others = results.data.filter(({ slug }) => !slugs.includes(slug))
  // The specification knows no such filter: of a server without it these would be the first of all its pieces.
  const renamed = count > slugs.length ? [] : others
  const left = [...renamed]
  const found = slugs.flatMap(
    (asked) => results.data.find(({ slug }) => slug === asked) ?? left.shift() ?? [],
  )
  if (renamed.length > 0) {
    const now = found.map(({ slug }) => slug)
    // Whoever shows them asks for them by these slugs next.
    client.setQueryData([...queryKey.slice(0, -1), now], found)
    keepRenamed(slugs, now)
  }
  return found
}

export async function related(id: number, limit: number, signal: AbortSignal) {
  const query = { limit, exclude: id, related_to: id }
  return unwrap(await http.get(paths.randomProducts, { schema: ProductsAnswer, query, signal })).data
}

export const filters = async (query: Record<string, unknown>, signal: AbortSignal) =>
  unwrap(await http.get(paths.filter, { schema: FilterListsAnswer, query, signal })).data
