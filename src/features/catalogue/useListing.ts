import { useQuery } from '@tanstack/react-query'
import type { Product } from '#contract/catalogue.ts'
import type { ProductPageOptions } from './api.ts'

export type Listing = {
  /** Undefined until something is known. */
  count: number | undefined
  /** What can be shown now: undefined while a page loads that was not there before. */
  products: Product[] | undefined
  /** If a search found nothing: words that find something. */
  suggestion: string | undefined
  /** What is shown will soon be replaced. */
  isWaiting: boolean
  error: Error | null
  retry: () => void
}

/**
 * A page of pieces. When a filter changes, the former pieces stay until the answer comes; when the page changes, they
 * do not.
 */
export function useListing(options: ProductPageOptions, page = 1): Listing {
  const { data: had, isPlaceholderData, error, refetch } = useQuery(options)
  // That one filter matched nothing says nothing about the next.
  const data = isPlaceholderData && had?.count === 0 ? undefined : had
  const isOtherPage = isPlaceholderData && data?.page !== page
  return {
    count: data?.count,
    products: isOtherPage ? undefined : data?.products,
    suggestion: data?.suggestion,
    isWaiting: isPlaceholderData,
    error: data && !isPlaceholderData ? null : error,
    retry: () => void refetch(),
  }
}
