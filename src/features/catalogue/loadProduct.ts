import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/catalogue.ts'
import { catalogue } from './api.ts'
import { rememberFromLists } from './known.ts'

/**
 * For the loader of a piece's page: the piece, from a list that showed it if there is one. The server also loads
 * similar pieces; a browser leaves those to the page, because a finger that only scrolls touches many pieces.
 */
export async function loadProduct(queryClient: QueryClient, slug: string): Promise<Product> {
  rememberFromLists(queryClient, slug)
  const product = await queryClient.ensureQueryData(catalogue.product(slug))
  if (typeof document === 'undefined') await queryClient.prefetchQuery(catalogue.related(product.id))
  return product
}
