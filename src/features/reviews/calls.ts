import { paths } from '#contract/paths.ts'
import { ReviewsAnswer } from '#contract/reviews.ts'
import { unwrap } from '#src/lib/answer.ts'
import { anonymousHttp, http } from '#src/lib/client.ts'

const read = async (client: typeof http, slug: string, signal: AbortSignal) =>
  unwrap(await client.get(paths.reviews(slug), { schema: ReviewsAnswer, signal }))

export const reviewsOf = (slug: string, signal: AbortSignal) => read(anonymousHttp, slug, signal)
export const reviewsAsCustomer = (slug: string, signal: AbortSignal) => read(http, slug, signal)
