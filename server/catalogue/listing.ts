import { priceBuckets } from '#contract/listing.ts'
import { and, asc, count, desc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import type { Column, SQL } from 'drizzle-orm'
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
  const { category = [], collection = [], material = [], gemstone = [] } = filter
  const isNarrowed = category.length + collection.length + material.length + gemstone.length > 0
  return pageOf(db, conditionOf(filter), sort_by, paging, { isNarrowed })
}

/** One page of what a query finds; a query without a word finds nothing. */
export async function searchProducts(db: Db, query: string, sort: SortBy, paging: Paging): Promise<Listing> {
  const search = await searchFor(db, query)
  return search === null ? { count: 0, products: [] } : pageOf(db, search.matches, sort, paging, { search })
}

/** Words near a query that finds nothing which do find something; none where there are no such. */
export async function suggestionFor(db: Db, query: string): Promise<string | undefined> {
  const respelt = await respell(db, query)
  const search = respelt === null ? null : await searchFor(db, respelt)
  return respelt !== null && search !== null && (await countOf(db, search.matches)) > 0 ? respelt : undefined
}

async function pageOf(
  db: Db,
  where: SQL | undefined,
  sort: SortBy,
  { page, size }: Paging,
  { search = null, isNarrowed = false }: { search?: Search | null; isNarrowed?: boolean } = {},
): Promise<Listing> {
  const which = where === undefined ? sql`` : sql`where ${where}`
  const order = sql`order by ${sql.join(orderOf(sort, search), sql`, `)} limit ${size} offset ${(page - 1) * size}`
  // Along an order's index a page is found soon where much matches, and counting needs no order. What many tables have a
  // say in may match next to nothing, so it is gathered first: nobody shall look through the whole shop for a few pieces.
  const isGathered = search !== null || isNarrowed
  const { rows } = await db.execute<{ count: number; ids: number[] }>(
    isGathered
      ? sql`
        with found as materialized (
          select ${sql.join(orderColumns, sql`, `)}, ${search?.relevance ?? sql`0`} as relevance from ${products} ${which})
        select (select count(*) from found)::int as count,
          array(select ${products.id} from found as ${products} ${order}) as ids`
      : sql`
        select (select count(*) from ${products} ${which})::int as count,
          array(select ${products.id} from ${products} ${which} ${order}) as ids`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('A listing was not counted')
  return { count: found.count, products: await loadProducts(db, found.ids) }
}

async function countOf(db: Db, where: SQL | undefined): Promise<number> {
  const [total] = await db.select({ count: count() }).from(products).where(where)
  return total?.count ?? 0
}

/** All that pieces are put in order by. */
const orderColumns = [
  products.id,
  products.price,
  products.is_featured,
  products.is_bestseller,
  products.is_new,
  products.created_at,
]

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
      return search === null ? curated : [sql`relevance desc`, ...curated]
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
    having(
      filter.category,
      product_categories,
      product_categories.category_id,
      (names) => sql`
      select ${categories.id} from ${categories} where lower(${categories.name}) in ${names} or ${categories.slug} in ${names}`,
    ),
    having(
      filter.collection,
      product_collections,
      product_collections.collection_id,
      (names) => sql`
      select ${collections.id} from ${collections} where lower(${collections.name}) in ${names}`,
    ),
    having(
      filter.material,
      product_materials,
      product_materials.material_id,
      (names) => sql`
      select ${materials.id} from ${materials} where lower(${materials.name}) in ${names}`,
    ),
    having(
      filter.gemstone,
      product_gemstones,
      product_gemstones.gemstone_id,
      (names) => sql`
      select ${gemstones.id} from ${gemstones} where lower(${gemstones.name}) in ${names}`,
    ),
  )
}

type Filing =
  | typeof product_categories
  | typeof product_collections
  | typeof product_materials
  | typeof product_gemstones

/**
 * Pieces that are filed under one of these names. The names are looked up first, once: joined with what is filed under
 * them, they would be looked up for every piece anew.
 */
function having(
  names: readonly string[] | undefined,
  filing: Filing,
  key: Column,
  idsOf: (lowerCased: string[]) => SQL,
): SQL | undefined {
  if (names === undefined || names.length === 0) return undefined
  const ids = idsOf(names.map((name) => name.toLowerCase()))
  return sql`${products.id} in (select ${filing.product_id} from ${filing} where ${key} = any(array(${ids})))`
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
