import { eq, sql } from 'drizzle-orm'
import type { Product } from '#contract/catalogue.ts'
import type { CategoryTile } from '#contract/content.ts'
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

/**
 * Pieces chosen at random; with `related_to`, those of its category or with one of its stones come first, in an order
 * that is fixed for each piece: if it were random each time, the piece's page would never match the one that a browser
 * has already.
 */
export async function randomProducts(
  db: Db,
  {
    limit,
    exclude,
    related_to,
  }: { limit: number; exclude?: number | undefined; related_to?: number | undefined },
): Promise<ProductRow[]> {
  const left = [exclude, related_to].filter((id) => id !== undefined)
  const kinship = sql`
    (exists (select 1 from product_categories a join product_categories b on b.category_id = a.category_id
      where a.product_id = ${products.id} and b.product_id = ${related_to ?? null}::int))::int
    + (exists (select 1 from product_gemstones a join product_gemstones b on b.gemstone_id = a.gemstone_id
      where a.product_id = ${products.id} and b.product_id = ${related_to ?? null}::int))::int`
  const order =
    related_to === undefined
      ? [sql`random()`]
      : [sql`${kinship} desc`, sql`md5(${`${related_to}-`}::text || ${products.id})`]
  const chosen = await db
    .select({ id: products.id })
    .from(products)
    .where(left.length === 0 ? undefined : sql`${products.id} not in ${left}`)
    .orderBy(...order)
    .limit(limit)
  return loadProducts(
    db,
    chosen.map(({ id }) => id),
  )
}

/** Slugs as in the site's addresses, if they differ from the server's. */
const slugOnSite: Readonly<Record<string, string>> = { gifts: 'gifting' }

/** Every category with a piece in it, with the picture of its most prominent piece. */
export async function popularCategories(db: Db): Promise<CategoryTile[]> {
  const { rows } = await db.execute<{ title: string; slug: string; image: string | null; count: number }>(sql`
    select c.name as title, c.slug, count(*)::int as count,
      (select i.image from product_categories pc
        join products p on p.id = pc.product_id
        join product_images i on i.product_id = p.id
        where pc.category_id = c.id
        order by p.is_featured desc, p.is_bestseller desc, p.is_new desc, p.created_at desc, p.id desc,
          i.is_default desc, i.position
        limit 1) as image
    from categories c join product_categories own on own.category_id = c.id
    group by c.id order by c.id`)
  return rows.map((row) => ({ ...row, slug: slugOnSite[row.slug] ?? row.slug }))
}

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
