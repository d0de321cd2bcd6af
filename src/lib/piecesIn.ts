import type { Product } from '#contract/catalogue.ts'

/** The pieces in the answer to a query: it is one, a bare list, a page of one with its count, or has none. */
export function piecesIn(data: unknown): Product[] {
  if (isProduct(data)) return [data]
  const list = typeof data === 'object' && data !== null && 'products' in data ? data.products : data
  return Array.isArray(list) ? list.filter(isProduct) : []
}

// Content was validated when it was read; this only tells the compiler its type.
const isProduct = (value: unknown): value is Product =>
  typeof value === 'object' && value !== null && 'slug' in value && 'meta_title' in value
