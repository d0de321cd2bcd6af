import * as v from 'valibot'
import { Instant, dataOf, requiredText } from './fields.ts'

export const Review = v.object({
  id: v.string(),
  rating: v.number(),
  title: v.string(),
  text: v.string(),
  /** First name and initial, as far as they are known: nobody's full name is published, nor their address. */
  author: v.string(),
  created_at: Instant,
  /** Whether the caller wrote it. */
  mine: v.boolean(),
})
export type Review = v.InferOutput<typeof Review>
export const ReviewAnswer = dataOf(Review)

/** The newest reviews; `count` and `rating` (the mean, to one decimal) are of all of them. */
export const ReviewsAnswer = v.pipe(
  v.object({
    data: v.array(Review),
    count: v.number(),
    /** + Where it is not told, it is that of the reviews that are here. */
    rating: v.optional(v.nullable(v.number())),
    /** + Whether the caller may write one now: has bought the piece, and not reviewed it. Guests are not told. */
    may_review: v.optional(v.boolean()),
  }),
  v.transform((answer) => ({ ...answer, rating: answer.rating ?? meanOf(answer.data) })),
)
export type ReviewsAnswer = v.InferOutput<typeof ReviewsAnswer>

const meanOf = (reviews: Review[]): number | null =>
  reviews.length === 0
    ? null
    : Math.round((10 * reviews.reduce((sum, { rating }) => sum + rating, 0)) / reviews.length) / 10

const rating = 'Please choose a rating from 1 to 5 stars'

export const NewReview = v.object(
  {
    rating: v.pipe(v.number(rating), v.integer(rating), v.minValue(1, rating), v.maxValue(5, rating)),
    title: requiredText('Please give your review a title', 100),
    text: requiredText('Please write a few words about the piece', 2000),
  },
  rating,
)
export type NewReview = v.InferOutput<typeof NewReview>

/** Nothing is said of a review that is gone. */
export const ReviewDeleted = v.unknown()
