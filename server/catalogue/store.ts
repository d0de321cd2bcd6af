import { eq, fillPlaceholders, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Product } from '#contract/catalogue.ts'
import type { CategoryTile } from '#contract/content.ts'
import { lazily } from '#contract/lazily.ts'
import { toPounds } from '#contract/money.ts'
import type { Db } from '../db/db.ts'
import { former_slugs, products } from '../db/schema/catalogue.ts'
import { gathered } from '../db/gathered.ts'
import { statement } from '../db/statement.ts'
import type { Slice } from './slice.ts'

const { search_names: _names, search_vector: _vector, ...ownColumns } = getTableColumns(products)

/**
 * One JSON array of a piece's rows of another table: a page of pieces stays one statement. What such a row names is
 * looked up for itself: a join would be set up anew for each piece.
 */
const listOf = <T>(name: string, rows: SQL) => sql<T[]>`coalesce((${rows}), '[]'::json)`.as(name)

const withLists = {
  ...ownColumns,
  images: listOf<Product['images'][number]>(
    'images',
    sql`
    select json_agg(json_build_object('id', i.id, 'image', i.image, 'alt_text', i.alt_text, 'is_default', i.is_default) order by i.position)
    from product_images i where i.product_id = ${products.id}`,
  ),
  variants: listOf<VariantRow>(
    'variants',
    sql`
    select json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'price', v.price,
      'compare_at_price', v.compare_at_price, 'stock_quantity', v.stock_quantity) order by v.position)
    from variants v where v.product_id = ${products.id}`,
  ),
  categories: listOf<Product['categories'][number]>(
    'categories',
    sql`
    select json_agg((select json_build_object('name', name, 'slug', slug) from categories where id = pc.category_id)
      order by pc.category_id)
    from product_categories pc where pc.product_id = ${products.id}`,
  ),
  collections: listOf<Product['collections'][number]>(
    'collections',
    sql`
    select json_agg((select json_build_object('name', name) from collections where id = pc.collection_id)
      order by pc.collection_id)
    from product_collections pc where pc.product_id = ${products.id}`,
  ),
  materials: listOf<Product['materials'][number]>(
    'materials',
    sql`
    select json_agg((select json_build_object('id', id, 'name', name, 'description', description)
      from materials where id = pm.material_id) order by pm.material_id)
    from product_materials pm where pm.product_id = ${products.id}`,
  ),
  gemstones: listOf<Product['gemstones'][number]>(
    'gemstones',
    sql`
    select json_agg(json_build_object('id', pg.id, 'name', (select name from gemstones where id = pg.gemstone_id),
      'size', pg.size, 'size_unit', pg.size_unit, 'quality', pg.quality, 'color', pg.color, 'is_main', pg.is_main)
      order by pg.is_main desc, pg.id)
    from product_gemstones pg where pg.product_id = ${products.id}`,
  ),
}

/** Amounts in pence. */
export type VariantRow = {
  id: number
  name: string
  sku: string
  price: number
  compare_at_price: number | null
  stock_quantity: number
}

/** A piece with all that belongs to it; amounts in pence. */
export type ProductRow = ReturnType<typeof selectProducts>['_']['result'][number]

const selectProducts = (where: SQL) => new QueryBuilder().select(withLists).from(products).where(where)

/**
 * A piece in the words of the database: as long as it says the same, it is the same piece, and nothing that was made of
 * it has to be made again.
 */
export type PieceSource = { id: number; slug: string; json: string }

const sourcesWhere = (name: string, where: SQL) =>
  lazily(() => {
    const { sql: text, params } = new PgDialect().sqlToQuery(
      sql`select id, slug, row_to_json(piece)::text as json from (${selectProducts(where)}) piece`,
    )
    const read = statement<PieceSource>(name, text)
    return (db: Db, values: Record<string, unknown>) => read(db, fillPlaceholders(params, values))
  })

// Not `any($1)`: as each array of ids promises another number of pieces, PostgreSQL would make a plan at each call, which
// takes longer than the reading.
const ids = sql`any(array(select unnest(${sql.placeholder('ids')}::int[])))`
const slugs = sql`any(array(select unnest(${sql.placeholder('slugs')}::text[])))`
const sourcesByIds = sourcesWhere('pieces_by_ids', sql`${products.id} = ${ids}`)
const sourcesByNames = sourcesWhere(
  'pieces_by_names',
  sql`${products.id} = ${ids} or ${products.slug} = ${slugs}`,
)

// Together with what others want: where a crowd keeps this process busy, each statement takes a round of all its calls,
// and lists that read their pieces one after the other find that none of what the others read is still of use.
const findPages = gathered(async (db, pages: readonly (readonly number[])[]) => {
  const sources = await sourcesByIds()(db, { ids: [...new Set(pages.flat())] })
  const byId = new Map(sources.map((source) => [source.id, source]))
  return pages.map((ids) => ids.flatMap((id) => byId.get(id) ?? []))
})

/** The pieces of these ids, in the order of the ids; unknown ones are left out. */
export async function loadSources(db: Db, ids: readonly number[]): Promise<PieceSource[]> {
  return ids.length === 0 ? [] : findPages(db, ids)
}

const isId = (name: string) => /^\d{1,9}$/.test(name)
// Digits too many to be an id could only be a slug, and no slug is without letters.
const isSlug = (name: string) => !isId(name) && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)

const findNamed = gathered(async (db, names: readonly string[]) => {
  const asked = { ids: names.filter(isId).map(Number), slugs: names.filter(isSlug) }
  const sources = await sourcesByNames()(db, asked)
  const [byId, bySlug] = [
    new Map(sources.map((source) => [source.id, source])),
    new Map(sources.map((source) => [source.slug, source])),
  ]
  const former = await findFormer(
    db,
    asked.slugs.filter((slug) => !bySlug.has(slug)),
  )
  return names.map(
    (name) => (isId(name) ? byId.get(Number(name)) : (bySlug.get(name) ?? former.get(name))) ?? null,
  )
})

/** Pieces by slugs that they have no longer. */
async function findFormer(db: Db, slugs: readonly string[]): Promise<Map<string, PieceSource>> {
  if (slugs.length === 0) return new Map()
  const rows = await db
    .select()
    .from(former_slugs)
    .where(inArray(former_slugs.slug, [...slugs]))
  const sources = await loadSources(
    db,
    rows.map(({ product_id }) => product_id),
  )
  const byId = new Map(sources.map((source) => [source.id, source]))
  return new Map(
    rows.flatMap(({ slug, product_id }) => {
      const source = byId.get(product_id)
      return source === undefined ? [] : [[slug, source] as const]
    }),
  )
}

/**
 * A piece by its id, its slug or one that it had, as somebody may have typed them into an address; null when there is
 * none.
 */
export async function findSource(db: Db, idOrSlug: string): Promise<PieceSource | null> {
  const name = idOrSlug.toLowerCase()
  return isId(name) || isSlug(name) ? findNamed(db, name) : null
}

/** What a source says. */
export function rowOf({ json }: PieceSource): ProductRow {
  const row = JSON.parse(json) as Omit<ProductRow, 'created_at'> & { created_at: string }
  return { ...row, created_at: new Date(row.created_at) }
}

/** The same as {@link loadSources}, read. */
export const loadProducts = async (db: Db, ids: readonly number[]): Promise<ProductRow[]> =>
  (await loadSources(db, ids)).map(rowOf)

/** The same as {@link findSource}, read. */
export async function findProduct(db: Db, idOrSlug: string): Promise<ProductRow | null> {
  const source = await findSource(db, idOrSlug)
  return source === null ? null : rowOf(source)
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

/** Pieces chosen by chance; with `related_to`, those of its category or with a stone of its kind come first. */
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
  const chosen = await db
    .select({ id: products.id })
    .from(products)
    .where(left.length === 0 ? undefined : sql`${products.id} not in ${left}`)
    .orderBy(...(related_to === undefined ? [] : [sql`${kinship} desc`]), sql`random()`)
    .limit(limit)
  return loadProducts(
    db,
    chosen.map(({ id }) => id),
  )
}

/** Slugs as the site's addresses have them, where they differ from the server's. */
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
