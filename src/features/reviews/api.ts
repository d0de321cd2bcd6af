import { reviewTexts } from '#contract/reviewTexts.ts'
import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import type { NewReview } from '#contract/reviews.ts'
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

/** Done once the list is known with the change in it. */
const readAgain = async (client: QueryClient, slug: string) => {
  void client.invalidateQueries(reviews.of(slug))
  await client.invalidateQueries(reviews.asCustomer(slug))
}

export const addReview = (slug: string) =>
  mutationOptions({
    mutationKey: ['add-review', slug],
    meta: { errors: 'inline', failure: reviewTexts.addFailed },
    mutationFn: async (review: NewReview) =>
      unwrap(
        await http.post(paths.reviews(slug), {
          schema: async () => (await schemas()).ReviewAnswer,
          body: review,
        }),
      ).data,
    onSuccess: (_review, _input, _result, { client }) => readAgain(client, slug),
  })

export const deleteReview = (slug: string) =>
  mutationOptions({
    mutationKey: ['delete-review', slug],
    meta: { failure: reviewTexts.deleteFailed },
    mutationFn: async (id: string) =>
      unwrap(
        await http.delete(paths.review(slug, id), { schema: async () => (await schemas()).ReviewDeleted }),
      ),
    onSuccess: (_nothing, _id, _result, { client }) => readAgain(client, slug),
  })
