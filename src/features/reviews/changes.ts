import { type QueryClient, mutationOptions } from '@tanstack/react-query'
import { paths } from '#contract/paths.ts'
import { reviewTexts } from '#contract/reviewTexts.ts'
import type { NewReview, Review } from '#contract/reviews.ts'
import { http } from '#src/lib/client.ts'
import { unlessDone } from '#src/lib/unlessDone.ts'
import { reviews } from './api.ts'

const schemas = () => import('#contract/reviews.ts')

/**
 * Puts a change on view before the list is read again, which may fail: a second review would be refused, and so would be
 * deleting one twice.
 */
const show = (
  client: QueryClient,
  slug: string,
  { may_review, data: change }: { may_review: boolean; data: (listed: Review[]) => Review[] },
) =>
  client.setQueryData(reviews.asCustomer(slug).queryKey, (known) => {
    if (known === undefined) return known
    const data = change(known.data)
    const count = known.count + data.length - known.data.length
    // Of all of them only if all are listed.
    const rating = data.length === count ? meanOf(data) : known.rating
    return { data, count, rating, may_review }
  })

const meanOf = (listed: Review[]): number | null => {
  const sum = listed.reduce((stars, { rating }) => stars + rating, 0)
  return listed.length === 0 ? null : Math.round((10 * sum) / listed.length) / 10
}

/** Resolves once the list has been refetched with the change in it. */
const readAgain = async (client: QueryClient, slug: string) => {
  void client.invalidateQueries(reviews.of(slug))
  await client.invalidateQueries(reviews.asCustomer(slug))
}

export const addReview = (slug: string, onAdded: () => void) =>
  mutationOptions({
    mutationKey: ['add-review', slug],
    meta: { errors: 'inline', failure: reviewTexts.addFailed },
    mutationFn: async (review: NewReview, { client }) => {
      const answer = await http.post(paths.reviews(slug), {
        schema: async () => (await schemas()).ReviewAnswer,
        body: review,
      })
      await unlessDone(answer, client, reviews.asCustomer(slug), ({ data }) =>
        data.some(({ mine, title, text }) => mine && title === review.title && text === review.text),
      )
      const added = answer.body?.data
      if (added) show(client, slug, { may_review: false, data: (listed) => [added, ...listed] })
    },
    onSuccess: async (_review, _input, _result, { client }) => {
      await readAgain(client, slug)
      onAdded()
    },
  })

export const deleteReview = (slug: string, onDeleted: () => void) =>
  mutationOptions({
    mutationKey: ['delete-review', slug],
    meta: { errors: 'inline', failure: reviewTexts.deleteFailed },
    mutationFn: async (id: string, { client }) => {
      await unlessDone(
        await http.delete(paths.review(slug, id), { schema: async () => (await schemas()).ReviewDeleted }),
        client,
        reviews.asCustomer(slug),
        ({ data }) => data.every((one) => one.id !== id),
      )
      show(client, slug, { may_review: true, data: (listed) => listed.filter((one) => one.id !== id) })
    },
    onSuccess: async (_nothing, _id, _result, { client }) => {
      await readAgain(client, slug)
      onDeleted()
    },
  })
