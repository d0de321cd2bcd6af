import { type QueryClient, mutationOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { reviewTexts } from '#contract/reviewTexts.ts'
import type { NewReview } from '#contract/reviews.ts'
import { unwrap } from '#src/lib/answer.ts'
import { http } from '#src/lib/client.ts'
import { reviews } from './api.ts'

const schemas = () => import('#contract/reviews.ts')

/** Resolves once the list has been refetched with the change in it. */
const readAgain = async (client: QueryClient, slug: string) => {
  void client.invalidateQueries(reviews.of(slug))
  await client.invalidateQueries(reviews.asCustomer(slug))
}

export const addReview = (slug: string, onAdded: () => void) =>
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
    onSuccess: async (_review, _input, _result, { client }) => {
      await readAgain(client, slug)
      onAdded()
    },
  })

export const deleteReview = (slug: string, onDeleted: () => void) =>
  mutationOptions({
    mutationKey: ['delete-review', slug],
    meta: { errors: 'inline', failure: reviewTexts.deleteFailed },
    mutationFn: async (id: string) =>
      unwrap(
        await http.delete(paths.review(slug, id), { schema: async () => (await schemas()).ReviewDeleted }),
      ),
    onSuccess: async (_nothing, _id, _result, { client }) => {
      await readAgain(client, slug)
      onDeleted()
    },
  })
