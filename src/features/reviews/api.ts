import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { lateCalls } from '#src/lib/lateCalls.ts'
import { personal } from '#src/lib/queryClient.ts'

const asking = lateCalls(() => import('./calls.ts'))

export const reviews = {
  /** The reviews of a piece as everybody reads them. */
  of: (slug: string) =>
    queryOptions({
      queryKey: ['reviews', slug],
      queryFn: ({ signal }) => asking((calls) => calls.reviewsOf(slug, signal)),
    }),
  /** The same for a customer, whose own review is marked. */
  asCustomer: (slug: string) =>
    queryOptions({
      queryKey: [personal, 'reviews', slug],
      queryFn: ({ signal }) => asking((calls) => calls.reviewsAsCustomer(slug, signal)),
    }),
}

/**
 * For the loader of a piece's page: the server loads the reviews, whose failure must never fail the page. A browser
 * leaves them to the page, because a finger that only scrolls touches many pieces.
 */
export async function loadReviews(queryClient: QueryClient, slug: string) {
  if (typeof document === 'undefined') await queryClient.prefetchQuery(reviews.of(slug))
}
