import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/catalogue.ts'
import { catalogue } from './api.ts'

/**
 * Takes a piece from a list in which it was seen, so that its page opens at once, also offline. It keeps the list's
 * age, by which the page knows whether to read it again. Gives the piece, where it is known.
 */
export function rememberFromLists(queryClient: QueryClient, slug: string): Product | undefined {
  const { queryKey } = catalogue.product(slug)
  const known = queryClient.getQueryData(queryKey)
  if (known !== undefined) return known
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: ['catalogue'] })) {
    const piece = piecesIn(state.data).find((seen) => seen.slug === slug)
    if (piece) return queryClient.setQueryData(queryKey, piece, { updatedAt: state.dataUpdatedAt })
  }
  return undefined
}

/** Any piece of which all is known. */
export function someFromLists(queryClient: QueryClient): Product | undefined {
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: ['catalogue'] })) {
    const [piece] = piecesIn(state.data)
    if (piece) return piece
  }
  return undefined
}

/** Lists come bare or as a page with their count. */
function piecesIn(data: unknown): Product[] {
  if (Array.isArray(data)) return data.filter(isProduct)
  const products = typeof data === 'object' && data !== null && 'products' in data ? data.products : []
  return Array.isArray(products) ? products.filter(isProduct) : []
}

const isProduct = (value: unknown): value is Product =>
  typeof value === 'object' && value !== null && 'slug' in value && 'meta_title' in value
