import type { QueryClient } from '@tanstack/react-query'
import { catalogue } from './api.ts'
import { rememberFromLists } from './known.ts'

/** For the loader of a piece's page: the piece, from a list that it was seen in where there is one, and its like. */
export async function loadProduct(queryClient: QueryClient, slug: string) {
  rememberFromLists(queryClient, slug)
  const product = await queryClient.ensureQueryData(catalogue.product(slug))
  const related = queryClient.prefetchQuery(catalogue.related(product.id))
  if (typeof document === 'undefined') await related
}
