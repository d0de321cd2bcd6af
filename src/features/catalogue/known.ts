import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/catalogue.ts'
import { catalogue } from './api.ts'

/**
 * Takes a piece from a list in which it was seen, so that its page opens at once, also offline. It keeps the list's
 * age, by which the page knows whether to read it again.
 */
export function rememberFromLists(queryClient: QueryClient, slug: string) {
  const { queryKey } = catalogue.product(slug)
  if (queryClient.getQueryData(queryKey) !== undefined) return
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: ['catalogue'] })) {
    const piece = piecesIn(state.data).find((known) => known.slug === slug)
    if (piece) {
      queryClient.setQueryData(queryKey, piece, { updatedAt: state.dataUpdatedAt })
      return
    }
  }
}

/** Lists come bare or as a page with their count. */
function piecesIn(data: unknown): Product[] {
  if (Array.isArray(data)) return data.filter(isProduct)
  const products = typeof data === 'object' && data !== null && 'products' in data ? data.products : []
  return Array.isArray(products) ? products.filter(isProduct) : []
}

const isProduct = (value: unknown): value is Product =>
  typeof value === 'object' && value !== null && 'slug' in value && 'meta_title' in value
