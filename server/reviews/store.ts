import { reviewTexts } from '#contract/reviewTexts.ts'
import { and, count, desc, eq, gte, inArray, not, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { Uuid } from '#contract/fields.ts'
import type { NewReview, Review } from '#contract/reviews.ts'
import { hasSku } from '../catalogue/records.ts'
import { lockPieces } from '../catalogue/stock.ts'
import { countReview } from '../catalogue/store.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { customers, reviews } from '../db/schema/customers.ts'
import { ApiError, notFound } from '../http/problem.ts'
import { hasBought, holdPurchase, wasBought, wasCancelled } from '../orders/bought.ts'

/** The most that are shown; a reader of these has read enough. */
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

/** The newest reviews of a piece, after the one by `customer_id`, if the caller is known and wrote one. */
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

/** Whether `addReview` would take a review by this customer, whose own is among the `listed` if they wrote one. */
export const mayReview = async (
  db: Db,
  product_id: number,
  customer_id: string,
  listed: readonly Review[],
): Promise<boolean> => !listed.some(({ mine }) => mine) && (await hasBought(db, customer_id, product_id))

/**
 * Writes a customer's review of a piece, and counts it.
 * @throws {ApiError} 403 for one who has not bought the piece, 409 for one who has reviewed it already
 */
export async function addReview(
  db: Db,
  product_id: number,
  customer_id: string,
  review: NewReview,
  now: Date,
): Promise<Review> {
  return transaction(db, async (tx) => {
    // Held first, as by who deletes an account.
    const [author] = await tx
      .select({ first_name: customers.first_name, last_name: customers.last_name })
      .from(customers)
      .where(eq(customers.id, customer_id))
      .for('key share')
    if (!(await holdPurchase(tx, customer_id, product_id))) {
      throw new ApiError(403, 'forbidden', reviewTexts.notBought)
    }
    // Locked before the review refers to it: a call that holds the piece and gives it another slug would otherwise have
    // to wait for this very review.
    await lockPieces(tx, [product_id])
    const [added] = await tx
      .insert(reviews)
      .values({ product_id, customer_id, ...review, created_at: now })
      .onConflictDoNothing({ target: [reviews.product_id, reviews.customer_id] })
      .returning({ id: reviews.id, created_at: reviews.created_at })
    if (added === undefined) throw new ApiError(409, 'conflict', reviewTexts.already)
    await countReview(tx, product_id, review.rating, 1)
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
    await lockPieces(tx, [product_id])
    const removed = await removeWhere(
      tx,
      and(eq(reviews.id, id), eq(reviews.product_id, product_id), eq(reviews.customer_id, customer_id)),
    )
    if (removed === 0) throw notFound(reviewTexts.notFound)
  })
}

const ofAnybody = {
  ...columns,
  email: customers.email,
  sku: products.sku,
  piece: products.name,
}

const selectOfAnybody = (db: Db) =>
  db
    .select(ofAnybody)
    .from(reviews)
    .innerJoin(customers, eq(customers.id, reviews.customer_id))
    .innerJoin(products, eq(products.id, reviews.product_id))

/**
 * What customers wrote of pieces, of all or of the one with that SKU, newest first: `limit` of them after the first
 * `skipped`, and how many there are. For the shop's own people.
 */
export async function listAllReviews(
  db: Db,
  { sku, limit, skipped }: { sku: string | null; limit: number; skipped: number },
) {
  const isMeant = sku === null ? undefined : hasSku([sku])
  const found = await selectOfAnybody(db)
    .where(isMeant)
    .orderBy(desc(reviews.created_at), desc(reviews.id))
    .limit(limit)
    .offset(skipped)
  const [all] = await db
    .select({ count: count() })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.product_id))
    .where(isMeant)
  return { reviews: found, count: all?.count ?? 0 }
}

/** The reviews whose id begins like this, whoever wrote them. */
export const findReviews = (db: Db, beginning: string) =>
  selectOfAnybody(db).where(
    eq(sql`left(${reviews.id}::text, ${beginning.length}::int)`, beginning.toLowerCase()),
  )

export const countReviewsSince = (db: Db, since: Date): Promise<number> =>
  db.$count(reviews, gte(reviews.created_at, since))

/** Removes a review, whoever wrote it, and takes it out of the count. False if it has gone meanwhile. */
export async function removeAnyReview(db: Db, id: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const isIt = eq(reviews.id, id)
    const [found] = await tx.select({ product_id: reviews.product_id }).from(reviews).where(isIt)
    if (found === undefined) return false
    await lockPieces(tx, [found.product_id])
    return (await removeWhere(tx, isIt)) === 1
  })
}

/**
 * `Ada Q.`. Some have their whole name for a first one, in whatever order and letters, because a provider gave it or it
 * was filled in so, with the last one again, its initial or a full stop in its own field, which must not be empty; and a
 * customer may have lost theirs (`auth/unproved.ts`).
 */
function authorOf(first_name: string, last_name: string): string {
  const [first, last] = [shownOf(first_name), shownOf(last_name)]
  const [words, ofLast] = [wordsOf(first), partsOf(last)]
  const isOfLast = (word: string) => partsOf(word).some((part) => ofLast.includes(part))
  const [only = '', ...others] = ofLast
  const isInitial = others.length === 0 && /^\p{L}$/u.test(only)
  const begins = (word: string) => isInitial && partsOf(word).some((part) => part.startsWith(only))
  const isWhole = last === '' || isOfLast(first) || (words.length > 1 && begins(first))
  const initial = /\p{L}/u.exec(last || (words.length > 1 ? (words.at(-1) ?? '') : ''))?.[0]
  const given = isWhole ? (words.find((word) => !isOfLast(word) && !begins(word)) ?? words[0] ?? '') : first
  const author = `${given} ${initial === undefined ? '' : `${initial.toUpperCase()}.`}`
  return author.trim() || 'A customer'
}

/** Its words, without what is beside their letters. */
const wordsOf = (name: string): string[] =>
  name
    .split(/\s+/)
    .map((word) => word.replaceAll(/^\P{L}+|[^\p{L}\p{M}]+$/gu, ''))
    .filter(Boolean)

const partsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}'’]+/u)
    .filter(Boolean)

/** Nothing of a name that is an address, or holds one, nor of one without a letter. */
const shownOf = (name: string): string => (name.includes('@') || !/\p{L}/u.test(name) ? '' : name.trim())

/** All that a customer wrote of pieces, newest first. */
export async function reviewsBy(db: Db, customer_id: string) {
  const { product_id, rating, title, text, created_at } = reviews
  const rows = await db
    .select({ product_id, name: products.name, rating, title, text, created_at })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.product_id))
    .where(eq(reviews.customer_id, customer_id))
    .orderBy(desc(reviews.created_at))
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** Removes all reviews of these customers, and counts each out. */
export async function removeReviewsBy(db: Db, customerIds: readonly string[]): Promise<void> {
  const isTheirs = inArray(reviews.customer_id, customerIds)
  const rows = await db.select({ product_id: reviews.product_id }).from(reviews).where(isTheirs)
  await lockPieces(
    db,
    rows.map(({ product_id }) => product_id),
  )
  await removeWhere(db, isTheirs)
}

/**
 * Removes a customer's reviews of those of these pieces that no order of theirs contains any more, and takes each out
 * of the count. A review from before any cancelled order was placed stays: it is about a piece that they had, by an
 * order that has since left the books. Locks the pieces until the end of the transaction that cancels, so that when two
 * of their orders are cancelled at once the second sees the first.
 */
export async function removeReviewsOfNotBought(
  db: Db,
  customer_id: string,
  pieces: readonly { product_id: number | null }[],
): Promise<void> {
  const ids = pieces.flatMap(({ product_id }) => (product_id === null ? [] : [product_id]))
  await lockPieces(db, ids)
  const isTheirs = and(eq(reviews.customer_id, customer_id), inArray(reviews.product_id, ids))
  const isBought = wasBought(customer_id, reviews.product_id)
  const isAfter = wasCancelled(customer_id, reviews.product_id, reviews.created_at)
  await removeWhere(db, and(isTheirs, not(isBought), isAfter))
}

/** Returns how many. Everybody locks a piece before its reviews, so that no two wait for each other. */
async function removeWhere(db: Db, where: SQL | undefined): Promise<number> {
  const removed = await db
    .delete(reviews)
    .where(where)
    .returning({ product_id: reviews.product_id, rating: reviews.rating })
  for (const { product_id, rating } of removed) await countReview(db, product_id, rating, -1)
  return removed.length
}
