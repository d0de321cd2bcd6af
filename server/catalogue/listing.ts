import { priceBuckets } from '#contract/listing.ts'
import { and, asc, count, desc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { ListingFilter, SortBy } from '#contract/catalogue.ts'
import type { Db } from '../db/db.ts'
import {
  categories,
  collections,
  gemstones,
  materials,
  product_categories,
  product_collections,
  product_gemstones,
  product_materials,
  products,
} from '../db/schema/catalogue.ts'
import { respell, searchFor } from './search.ts'
import type { Search } from './search.ts'
import { loadProducts } from './store.ts'
import type { ProductRow } from './store.ts'

export type Paging = { page: number; size: number }
export type Listing = { count: number; products: ProductRow[] }

/** What a listing may be narrowed to; `slug` names single pieces. */
type Filter = Omit<ListingFilter, 'sort_by'> & { slug?: string[] | undefined }

/** One page of what the filter lets through. `page` counts from 1; one past the end is empty. */
export async function listProducts(
  db: Db,
  { sort_by, ...filter }: Filter & { sort_by: SortBy },
  paging: Paging,
): Promise<Listing> {
  return pageOf(db, conditionOf(filter), sort_by, paging)
}

/** One page of what a query finds; a query without a word finds nothing. */
export async function searchProducts(db: Db, query: string, sort: SortBy, paging: Paging): Promise<Listing> {
  const search = searchFor(query)
  return search === null ? { count: 0, products: [] } : pageOf(db, search.matches, sort, paging, search)
}

/** Words near a query that finds nothing which do find something; none where there are no such. */
export async function suggestionFor(db: Db, query: string): Promise<string | undefined> {
  const respelt = await respell(db, query)
  const search = respelt === null ? null : searchFor(respelt)
  return respelt !== null && search !== null && (await countOf(db, search.matches)) > 0 ? respelt : undefined
}

async function pageOf(
  db: Db,
  where: SQL | undefined,
  sort: SortBy,
  { page, size }: Paging,
  search: Search | null = null,
): Promise<Listing> {
  const found = await db
    .select({ id: products.id, count: sql<number>`(count(*) over ())::int` })
    .from(products)
    .where(where)
    .orderBy(...orderOf(sort, search))
    .limit(size)
    .offset((page - 1) * size)
  const [first] = found
  if (first === undefined) return { count: page === 1 ? 0 : await countOf(db, where), products: [] }
  return {
    count: first.count,
    products: await loadProducts(
      db,
      found.map(({ id }) => id),
    ),
  }
}

/** Past the last page there is no row that could carry the count. */
async function countOf(db: Db, where: SQL | undefined): Promise<number> {
  const [total] = await db.select({ count: count() }).from(products).where(where)
  return total?.count ?? 0
}

/** Every order ends with the id, so that paging shows each piece once. */
function orderOf(sort: SortBy, search: Search | null): SQL[] {
  switch (sort) {
    case 'price_low_high':
      return [asc(products.price), asc(products.id)]
    case 'price_high_low':
      return [desc(products.price), desc(products.id)]
    case 'newest':
      return [desc(products.created_at), desc(products.id)]
    case 'best_match': {
      const curated = [
        desc(products.is_featured),
        desc(products.is_bestseller),
        desc(products.is_new),
        desc(products.created_at),
        desc(products.id),
      ]
      return search === null ? curated : [sql`${search.relevance} desc`, ...curated]
    }
  }
}

/** What a piece must be to pass a filter, in SQL on `products`; nothing where all pass. */
export function conditionOf(filter: Filter): SQL | undefined {
  const { is_featured, is_bestseller, is_new, min_weight, max_weight, slug = [] } = filter
  return and(
    slug.length === 0 ? undefined : inArray(products.slug, slug),
    is_featured === undefined ? undefined : eq(products.is_featured, is_featured),
    is_bestseller === undefined ? undefined : eq(products.is_bestseller, is_bestseller),
    is_new === undefined ? undefined : eq(products.is_new, is_new),
    min_weight === undefined ? undefined : gte(products.weight, min_weight),
    max_weight === undefined ? undefined : lte(products.weight, max_weight),
    priceIn(filter.price),
    named(
      filter.category,
      (names) => sql`${products.id} in (
      select ${product_categories.product_id} from ${product_categories}
      join ${categories} on ${categories.id} = ${product_categories.category_id}
      where lower(${categories.name}) in ${names} or ${categories.slug} in ${names})`,
    ),
    named(
      filter.collection,
      (names) => sql`${products.id} in (
      select ${product_collections.product_id} from ${product_collections}
      join ${collections} on ${collections.id} = ${product_collections.collection_id}
      where lower(${collections.name}) in ${names})`,
    ),
    named(
      filter.material,
      (names) => sql`${products.id} in (
      select ${product_materials.product_id} from ${product_materials}
      join ${materials} on ${materials.id} = ${product_materials.material_id}
      where lower(${materials.name}) in ${names})`,
    ),
    named(
      filter.gemstone,
      (names) => sql`${products.id} in (
      select ${product_gemstones.product_id} from ${product_gemstones}
      join ${gemstones} on ${gemstones.id} = ${product_gemstones.gemstone_id}
      where lower(${gemstones.name}) in ${names})`,
    ),
  )
}

function named(
  names: readonly string[] | undefined,
  condition: (lowerCased: string[]) => SQL,
): SQL | undefined {
  return names === undefined || names.length === 0
    ? undefined
    : condition(names.map((name) => name.toLowerCase()))
}

function priceIn(values: ListingFilter['price']): SQL | undefined {
  if (values === undefined) return undefined
  return or(
    ...priceBuckets
      .filter((bucket) => values.includes(bucket.value))
      .map(({ from, below }) =>
        and(gte(products.price, from * 100), below === null ? undefined : lt(products.price, below * 100)),
      ),
  )
}
