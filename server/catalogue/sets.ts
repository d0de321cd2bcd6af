import { inArray, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { namedFilters, priceBuckets } from '#contract/listing.ts'
import type { NamedFilter } from '#contract/listing.ts'
import type { FilterQuery } from '#contract/catalogue.ts'
import { former_slugs, products } from '../db/schema/catalogue.ts'

// A set in SQL is a query for `segment` and `bits`, as `piece_sets` has them; a segment without a piece may be left out.

type Kind = NamedFilter | 'price' | 'flag' | 'all'

const noBits = sql`0::bit(16384)`

/** Pieces in one of the sets of a kind, named by a query. */
const anyOf = (kind: Kind, names: SQL): SQL =>
  sql`select segment, bit_or(bits) as bits from piece_sets where kind = ${kind} and name = any(array(${names})) group by segment`

export const everyPiece = anyOf('all', sql`select ''`)

/** The set of pieces whose ids a query returns. Sixty-four are combined first, because whole segments are long. */
export const setOf = (ids: SQL): SQL => sql`
  select segment, bit_or(overlay(${noBits} placing part from place * 64 + 1)) as bits
  from (
    select id >> 14 as segment, (id >> 6) & 255 as place, bit_or(set_bit(0::bit(64), id & 63, 1)) as part
    from (${ids}) pieces(id) group by 1, 2) parts
  group by segment`

/** Pieces that are in each of the sets; in none of them everywhere. */
export function inEach(sets: readonly SQL[]): SQL {
  const [first, ...others] = sets
  if (first === undefined) return everyPiece
  return others.reduce(
    (one, other) =>
      sql`select segment, a.bits & b.bits as bits from (${one}) a join (${other}) b using (segment)`,
    first,
  )
}

const without = (set: SQL): SQL =>
  sql`select segment, a.bits & ~coalesce(b.bits, ${noBits}) as bits from (${everyPiece}) a left join (${set}) b using (segment)`

export const flags = ['is_new', 'is_bestseller', 'is_featured'] as const

/** What pieces are filed under, and where its values are. */
export const filed: Readonly<Record<NamedFilter, SQL>> = {
  category: sql`categories`,
  collection: sql`collections`,
  material: sql`materials`,
  gemstone: sql`gemstones`,
}

/** What a listing may be narrowed to; `slug` names single pieces, also by a former one. */
export type Narrowing = Partial<Omit<FilterQuery, 'within'>> & { slug?: string[] | undefined }

/** The sets that a piece must be in to pass a filter, by what narrows. */
export function setsOf(filter: Narrowing): Map<keyof Narrowing, SQL> {
  const sets = new Map<keyof Narrowing, SQL>()
  const { price, slug = [], min_weight, max_weight } = filter
  for (const flag of flags) {
    if (filter[flag] === undefined) continue
    const has = anyOf('flag', sql`select ${flag}`)
    sets.set(flag, filter[flag] ? has : without(has))
  }
  if (slug.length > 0) sets.set('slug', setOf(ofSlugs(slug)))
  if (min_weight !== undefined || max_weight !== undefined)
    sets.set('min_weight', weighing(min_weight, max_weight))
  if (price !== undefined && price.length > 0) {
    const from = priceBuckets
      .filter(({ value }) => price.includes(value))
      .map((bucket) => String(bucket.from))
    sets.set('price', anyOf('price', sql`select unnest(${sql.param(from)}::text[])`))
  }
  for (const { name } of namedFilters) {
    const names = filter[name]
    if (names !== undefined && names.length > 0) sets.set(name, filedUnder(name, names))
  }
  return sets
}

/** The ids of pieces by slugs that they have or, as in an address of theirs, once had. */
const ofSlugs = (slugs: readonly string[]): SQL => sql`
  select ${products.id} from ${products} where ${inArray(products.slug, [...slugs])}
  union select ${former_slugs.product_id} from ${former_slugs} where ${inArray(former_slugs.slug, [...slugs])}`

/** Pieces of a weight: the sets of whole grams between the limits, and the pieces between a limit and a whole gram. */
function weighing(from: number | undefined, to: number | undefined): SQL {
  const { id, weight } = products
  const least = sql`${from ?? '-infinity'}::float8`
  const most = sql`${to ?? 'infinity'}::float8`
  return sql`
    select segment, bit_or(bits) as bits from (
      select segment, bits from piece_sets
      where kind = 'weight' and name::float8 >= ${least} and name::float8 + 1 <= ${most}
      union all select segment, bits from (${setOf(sql`
        select ${id} from ${products}
        where ${weight} >= ${least} and ${weight} < ceil(${least}) and ${weight} <= ${most}
        union all select ${id} from ${products}
        where ${weight} >= floor(${most}) and ${weight} >= ${least} and ${weight} <= ${most}`)}) ends) parts
    group by segment`
}

/** Pieces filed under one of these names; a category also goes by its slug. */
export function filedUnder(kind: NamedFilter, names: readonly string[]): SQL {
  const lowerCased = sql`any(${sql.param(names.map((name) => name.toLowerCase()))}::text[])`
  const bySlug = kind === 'category' ? sql`or slug = ${lowerCased}` : sql``
  return anyOf(kind, sql`select id::text from ${filed[kind]} where lower(name) = ${lowerCased} ${bySlug}`)
}

/** Pieces that share a category with this one, or a stone. */
export const kinOf = (kind: 'category' | 'gemstone', id: number): SQL =>
  anyOf(
    kind,
    kind === 'category'
      ? sql`select category_id::text from product_categories where product_id = ${id}`
      : sql`select gemstone_id::text from product_gemstones where product_id = ${id}`,
  )

/** How many pieces are in each of some rows' sets, summed. */
export const sizeOf = (bits: SQL): SQL => sql`coalesce(sum(bit_count(${bits})), 0)::int`
