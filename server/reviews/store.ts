import { reviewTexts } from '#contract/reviewTexts.ts'
import { and, desc, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/fields.ts'
import type { NewReview, Review } from '#contract/reviews.ts'
import { countReview } from '../catalogue/store.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { customers, reviews } from '../db/schema/customers.ts'
import { hasBought } from '../orders/bought.ts'
import { ApiError, notFound } from '../problem.ts'

/** As many are shown at most; who wants more than these has read enough. */
const shownAtMost = 100

const columns = {
  id: reviews.id,
  customer_id: reviews.customer_id,
  rating: reviews.rating,
  title: reviews.title,
  text: reviews.text,
  created_at: reviews.created_at,
  first_name: customers.first_name,
  last_name: customers.last_name,
}

/** The newest reviews of a piece, after the one by `customer_id`, if who asks is known and wrote one. */
export async function listReviews(db: Db, product_id: number, customer_id: string | null): Promise<Review[]> {
  const rows = await db
    .select(columns)
    .from(reviews)
    .innerJoin(customers, eq(customers.id, reviews.customer_id))
    .where(eq(reviews.product_id, product_id))
    .orderBy(
      ...(customer_id === null ? [] : [desc(sql`${reviews.customer_id} = ${customer_id}::uuid`)]),
      desc(reviews.created_at),
      desc(reviews.id),
    )
    .limit(shownAtMost)
  return rows.map(({ customer_id: author_id, created_at, first_name, last_name, ...review }) => ({
    ...review,
    author: authorOf(first_name, last_name),
    created_at: created_at.toISOString(),
    mine: author_id === customer_id,
  }))
}

/**
 * Writes a customer's review of a piece, and counts it.
 * @throws {ApiError} 403 who has not bought the piece, 409 who has reviewed it already
 */
export async function addReview(
  db: Db,
  product_id: number,
  customer_id: string,
  review: NewReview,
  now: Date,
): Promise<Review> {
  return transaction(db, async (tx) => {
    if (!(await hasBought(tx, customer_id, product_id))) {
      throw new ApiError(403, 'forbidden', reviewTexts.notBought)
    }
    const [added] = await tx
      .insert(reviews)
      .values({ product_id, customer_id, ...review, created_at: now })
      .onConflictDoNothing({ target: [reviews.product_id, reviews.customer_id] })
      .returning({ id: reviews.id, created_at: reviews.created_at })
    if (added === undefined) throw new ApiError(409, 'conflict', reviewTexts.already)
    await countReview(tx, product_id, review.rating, 1)
    const [author] = await tx
      .select({ first_name: customers.first_name, last_name: customers.last_name })
      .from(customers)
      .where(eq(customers.id, customer_id))
    return {
      ...review,
      id: added.id,
      author: authorOf(author?.first_name ?? '', author?.last_name ?? ''),
      created_at: added.created_at.toISOString(),
      mine: true,
    }
  })
}

/** Removes a customer's own review, and counts it out. @throws {ApiError} 404 when there is none, or it is not theirs */
export async function removeReview(
  db: Db,
  product_id: number,
  customer_id: string,
  id: string,
): Promise<void> {
  if (!v.is(Uuid, id)) throw notFound(reviewTexts.notFound)
  await transaction(db, async (tx) => {
    const [removed] = await tx
      .delete(reviews)
      .where(
        and(eq(reviews.id, id), eq(reviews.product_id, product_id), eq(reviews.customer_id, customer_id)),
      )
      .returning({ rating: reviews.rating })
    if (removed === undefined) throw notFound(reviewTexts.notFound)
    await countReview(tx, product_id, removed.rating, -1)
  })
}

/** `Ada Q.` */
function authorOf(first_name: string, last_name: string): string {
  const [initial] = last_name.trim()
  return initial === undefined ? first_name.trim() : `${first_name.trim()} ${initial.toUpperCase()}.`
}

/** All that a customer wrote of pieces, newest first. */
export async function reviewsBy(db: Db, customer_id: string) {
  const { product_id, rating, title, text, created_at } = reviews
  const rows = await db
    .select({ product_id, rating, title, text, created_at })
    .from(reviews)
    .where(eq(reviews.customer_id, customer_id))
    .orderBy(desc(reviews.created_at))
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** Removes all of a customer's reviews, and counts each out. */
export async function removeReviewsBy(db: Db, customer_id: string): Promise<void> {
  const removed = await db
    .delete(reviews)
    .where(eq(reviews.customer_id, customer_id))
    .returning({ product_id: reviews.product_id, rating: reviews.rating })
  // In one order for everybody, so that two who leave at once do not wait for each other.
  for (const { product_id, rating } of removed.toSorted((a, b) => a.product_id - b.product_id)) {
    await countReview(db, product_id, rating, -1)
  }
}
