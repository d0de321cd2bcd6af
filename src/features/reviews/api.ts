import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { lateCalls } from '#src/lib/lateCalls.ts'
import { personal } from '#src/lib/queryClient.ts'

const asking = lateCalls(() => import('./calls.ts'))

export const reviews = {
  /** What everybody reads of a piece. */
  of: (slug: string) =>
    queryOptions({
      queryKey: ['reviews', slug],
      queryFn: ({ signal }) => asking((calls) => calls.reviewsOf(slug, signal)),
    }),
  /** The same as a customer reads it, who knows their own review again. */
  asCustomer: (slug: string) =>
    queryOptions({
      queryKey: [personal, 'reviews', slug],
      queryFn: ({ signal }) => asking((calls) => calls.reviewsAsCustomer(slug, signal)),
    }),
}

/**
 * For the loader of a piece's page: the server reads the reviews, which are never worth the page's failure. A browser
 * leaves them to the page, for a finger that only scrolls touches many pieces.
 */
export async function loadReviews(queryClient: QueryClient, slug: string) {
  if (typeof document === 'undefined') await queryClient.prefetchQuery(reviews.of(slug))
}
