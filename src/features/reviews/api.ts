import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { anonymousHttp, http } from '#src/lib/client.ts'
import { unwrap } from '#src/lib/answer.ts'
import { personal } from '#src/lib/queryClient.ts'

const schemas = () => import('#contract/reviews.ts')

export const reviews = {
  /** What everybody reads of a piece. */
  of: (slug: string) =>
    queryOptions({
      queryKey: ['reviews', slug],
      queryFn: async ({ signal }) =>
        unwrap(
          await anonymousHttp.get(paths.reviews(slug), {
            schema: async () => (await schemas()).ReviewsAnswer,
            signal,
          }),
        ),
    }),
  /** The same as a customer reads it, who knows their own review again. */
  asCustomer: (slug: string) =>
    queryOptions({
      queryKey: [personal, 'reviews', slug],
      queryFn: async ({ signal }) =>
        unwrap(
          await http.get(paths.reviews(slug), {
            schema: async () => (await schemas()).ReviewsAnswer,
            signal,
          }),
        ),
    }),
}

/** For the loader of a piece's page. The server waits for the reviews; they are never worth the page's failure. */
export async function loadReviews(queryClient: QueryClient, slug: string) {
  const reading = queryClient.prefetchQuery(reviews.of(slug))
  if (typeof document === 'undefined') await reading
}
