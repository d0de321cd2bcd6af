import type { QueryClient } from '@tanstack/react-query'
import type { Product } from '#contract/catalogue.ts'
import { catalogue } from './api.ts'

/** A piece that was loaded before, by itself or in a list, and when; nothing if it was not. */
export function knownPiece(
  queryClient: QueryClient,
  slug: string,
): { piece: Product; readAt: number } | undefined {
  const own = queryClient.getQueryState(catalogue.product(slug).queryKey)
  if (own?.data !== undefined) return { piece: own.data, readAt: own.dataUpdatedAt }
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: ['catalogue'] })) {
    const piece = piecesIn(state.data).find((seen) => seen.slug === slug)
    if (piece) return { piece, readAt: state.dataUpdatedAt }
  }
  return undefined
}

/**
 * Takes a piece from a list that showed it, so that its page opens at once, even offline. It keeps the list's age, from
 * which the page knows whether to fetch it again.
 */
export function rememberFromLists(queryClient: QueryClient, slug: string): void {
  const { queryKey } = catalogue.product(slug)
  const known = knownPiece(queryClient, slug)
  if (known && queryClient.getQueryData(queryKey) === undefined)
    queryClient.setQueryData(queryKey, known.piece, { updatedAt: known.readAt })
}

/** Any piece that is completely known. */
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
