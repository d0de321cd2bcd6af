import { eq, sql } from 'drizzle-orm'
import type { Product } from '#contract/catalogue.ts'
import { toPounds } from '#contract/money.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import type { Slice } from './slice.ts'
import { findMark, loadSources, type PieceSource, type ProductRow } from './sources.ts'

/** What a source says. */
export function rowOf({ json }: PieceSource): ProductRow {
  const row = JSON.parse(json) as Omit<ProductRow, 'created_at'> & { created_at: string }
  return { ...row, created_at: new Date(row.created_at) }
}

/** What the pieces of these ids are, in the order of the ids; unknown ones are left out. */
export const loadProducts = async (db: Db, ids: readonly number[]): Promise<ProductRow[]> =>
  (await loadSources(db, ids)).map(rowOf)

/** A piece as {@link findMark} finds it. */
export async function findProduct(db: Db, idOrSlug: string): Promise<ProductRow | null> {
  const mark = await findMark(db, idOrSlug)
  const [row] = mark === null ? [] : await loadProducts(db, [mark.id])
  return row ?? null
}

/** A piece as it goes over the wire. */
export function toProduct(row: ProductRow): Product {
  const { rating_sum, price, compare_at_price, variants, created_at, ...same } = row
  return {
    ...same,
    price: toPounds(price),
    compare_at_price: poundsOrNull(compare_at_price),
    image: (row.images.find((image) => image.is_default) ?? row.images[0])?.image ?? null,
    variants: variants.map((variant) => ({
      ...variant,
      price: toPounds(variant.price),
      compare_at_price: poundsOrNull(variant.compare_at_price),
    })),
    rating: row.review_count === 0 ? null : Math.round((rating_sum / row.review_count) * 10) / 10,
    created_at: created_at.toISOString(),
  }
}

/** Counts a review in (`by` 1) or out (-1). Call it in the transaction that writes or removes the review. */
export async function countReview(db: Db, product_id: number, rating: number, by: 1 | -1): Promise<void> {
  await db
    .update(products)
    .set({
      rating_sum: sql`${products.rating_sum} + ${by * rating}::int`,
      review_count: sql`${products.review_count} + ${by}::int`,
    })
    .where(eq(products.id, product_id))
}

const poundsOrNull = (pence: number | null) => (pence === null ? null : toPounds(pence))

/** How many pieces there are. */
export const countPieces = (db: Db): Promise<number> => db.$count(products)

/** The slugs of so many pieces, the oldest first, for the site map of search engines. */
export async function listSlugs(db: Db, { start, size }: Slice): Promise<string[]> {
  const rows = await db
    .select({ slug: products.slug })
    .from(products)
    .orderBy(products.id)
    .offset(start)
    .limit(size)
  return rows.map((row) => row.slug)
}
