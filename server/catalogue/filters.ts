import { and, eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { FilterLists, FilterQuery, FilterValue } from '#contract/catalogue.ts'
import { priceBuckets } from '#contract/listing.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { conditionOf } from './listing.ts'

/** The lists of named values, and where it is written which pieces have them. */
const named = {
  categories: { values: sql`categories`, pieces: sql`product_categories`, key: sql`category_id` },
  collections: { values: sql`collections`, pieces: sql`product_collections`, key: sql`collection_id` },
  materials: { values: sql`materials`, pieces: sql`product_materials`, key: sql`material_id` },
  gemstones: { values: sql`gemstones`, pieces: sql`product_gemstones`, key: sql`gemstone_id` },
}
type ListName = keyof typeof named

const flags = ['is_new', 'is_bestseller', 'is_featured'] as const

/** A filter that lets everything through. */
const nothing: FilterQuery = { price: [], category: [], material: [], gemstone: [], collection: [] }

/** One of the lists with the number of all pieces behind each value. */
export const filterValues = (db: Db, list: ListName): Promise<FilterValue[]> => valuesOf(db, list, nothing)

/** All that a listing can be filtered by, each value counted as the contract's {@link FilterLists} says. */
export async function filterLists(db: Db, { within, ...chosen }: FilterQuery): Promise<FilterLists> {
  const scope = conditionOf({ ...nothing, category: within === undefined ? [] : [within] }) ?? anyPiece
  // One after the other: embedded, they would only queue for the one connection.
  return {
    categories: await valuesOf(db, 'categories', { ...chosen, category: [] }, scope),
    collections: await valuesOf(db, 'collections', { ...chosen, collection: [] }, scope),
    materials: await valuesOf(db, 'materials', { ...chosen, material: [] }, scope),
    gemstones: await valuesOf(db, 'gemstones', { ...chosen, gemstone: [] }, scope),
    ...(await totals(db, chosen, scope)),
  }
}

const anyPiece = sql`${products.id} is not null`

/** Given a scope, what none of its pieces has is left out; what the other choices leave nothing of counts none. */
async function valuesOf(db: Db, list: ListName, others: FilterQuery, scope?: SQL): Promise<FilterValue[]> {
  const { values, pieces, key } = named[list]
  const ofThose = (condition: SQL | undefined) =>
    condition === undefined || condition === anyPiece
      ? sql`true`
      : sql`own.product_id in (select ${products.id} from ${products} where ${condition})`
  const counted = and(scope === anyPiece ? undefined : scope, conditionOf(others))
  // A piece may have two stones of a kind, and counts once.
  const count = list === 'gemstones' ? sql`count(distinct own.product_id)` : sql`count(*)`
  const { rows } = await db.execute<FilterValue>(sql`
    select v.name, v.slug, coalesce(counts.count, 0)::int as count
    from ${values} v left join (
      select own.${key} as id, ${count} as count
      from ${pieces} own where ${ofThose(counted)} group by own.${key}
    ) counts on counts.id = v.id
    ${scope && sql`where exists (select 1 from ${pieces} own where own.${key} = v.id and ${ofThose(scope)})`}
    order by v.id`)
  return rows.map((row) => ({ name: row.name, slug: row.slug, count: row.count }))
}

/** The counts of prices and flags, in one reading of the pieces. */
async function totals(db: Db, chosen: FilterQuery, scope: SQL) {
  const count = (...conditions: (SQL | undefined)[]) =>
    sql<number>`(count(*) filter (where ${and(scope, ...conditions)}))::int`
  const ofPrice = conditionOf({ ...chosen, price: [] })
  const [row] = await db
    .select({
      ...Object.fromEntries(
        priceBuckets.map(({ value }) => [value, count(ofPrice, conditionOf({ ...nothing, price: [value] }))]),
      ),
      ...Object.fromEntries(
        flags.map((flag) => [
          flag,
          count(conditionOf({ ...chosen, [flag]: undefined }), eq(products[flag], true)),
        ]),
      ),
    })
    .from(products)
  const read = (name: string): number => row?.[name] ?? 0
  return {
    prices: priceBuckets.map(({ value }) => ({ value, count: read(value) })),
    flags: {
      is_new: read('is_new'),
      is_bestseller: read('is_bestseller'),
      is_featured: read('is_featured'),
    },
  }
}
