import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/catalogue.ts'
import { catalogue } from './api.ts'
import { rememberFromLists } from './known.ts'

/**
 * For the loader of a piece's page: the piece, from a list that it was seen in where there is one. What it is like the
 * server reads too; a browser leaves that to the page, for a finger that only scrolls touches many pieces.
 */
export async function loadProduct(queryClient: QueryClient, slug: string): Promise<Product> {
  rememberFromLists(queryClient, slug)
  const product = await queryClient.ensureQueryData(catalogue.product(slug))
  if (typeof document === 'undefined') await queryClient.prefetchQuery(catalogue.related(product.id))
  return product
}
