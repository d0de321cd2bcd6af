import { asc, desc, fillPlaceholders, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { SortBy } from '#contract/catalogue.ts'
import { lazily } from '#contract/lazily.ts'
import { sortOptions } from '#contract/listing.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { gathered } from '../db/gathered.ts'
import { statement } from '../db/statement.ts'
import { everyPiece, sizeOf } from './sets.ts'

/** `size` pieces after the first `start`. */
export type Slice = { start: number; size: number }

type Sliced = { count: number; ids: number[] }

/** How many pieces are in a set (null: all there are), and the ids of a slice of them in an order. */
export async function sliceOf(db: Db, set: SQL | null, sort: SortBy, slice: Slice): Promise<Sliced> {
  if (set === null) return sliceOfAll(db, { sort, ...slice })
  const [found] = await sliceOfSet(db, set, inOrder(sort, slice), slice)
  return found ?? notCounted()
}

function notCounted(): never {
  throw new Error('A listing was not counted')
}

const inOrder = (sort: SortBy, { start, size }: Record<keyof Slice, unknown>): SQL =>
  sql`order by ${sql.join(orderOf(sort), sql`, `)} limit ${size} offset ${start}`

type SortedSlice = Slice & { sort: SortBy }
type SlicesOfAll = { count: number } & Record<SortBy, number[][]>

const sorts = sortOptions.map(({ value }) => value)
const startsOf = (sort: SortBy) => `starts_${sort}`
const sizesOf = (sort: SortBy) => `sizes_${sort}`

/**
 * Slices of the whole catalogue, in each order: what most visitors request first, so the SQL is built only once. The
 * arrays are sub-selects so that PostgreSQL does not plan again for each length of them (as in `sources.ts`).
 */
const statementOfAll = lazily(() => {
  const idsOfSlices = (sort: SortBy) => sql`
    (select coalesce(json_agg(array(select ${products.id} from ${products} ${inOrder(sort, { start: sql`start`, size: sql`size` })}) order by place), '[]')
      from unnest((select ${sql.placeholder(startsOf(sort))}::int[]), (select ${sql.placeholder(sizesOf(sort))}::int[]))
        with ordinality slices(start, size, place)) as ${sql.identifier(sort)}`
  const text = new PgDialect().sqlToQuery(sql`
    select (select ${sizeOf(sql`bits`)} from (${everyPiece}) pieces) as count,
      ${sql.join(sorts.map(idsOfSlices), sql`, `)}`)
  return { params: text.params, read: statement<SlicesOfAll>('slices_of_all', text.sql) }
})

async function slicesOfAll(db: Db, slices: readonly SortedSlice[]): Promise<Sliced[]> {
  const { params, read } = statementOfAll()
  const values = sorts.flatMap((sort) => {
    const own = slices.filter((slice) => slice.sort === sort)
    return [
      [startsOf(sort), own.map(({ start }) => start)],
      [sizesOf(sort), own.map(({ size }) => size)],
    ]
  })
  const [found] = await read(db, fillPlaceholders(params, Object.fromEntries(values)))
  const { count, ...ids } = found ?? notCounted()
  return slices.map(({ sort }) => ({ count, ids: ids[sort].shift() ?? [] }))
}

const gatheredSlice = gathered(slicesOfAll)

/** Far down in a large catalogue a slice takes its time, which nobody else shall wait for. */
const far = 5_000
export const isNear = ({ start }: Slice): boolean => start < far

async function sliceOfAll(db: Db, slice: SortedSlice): Promise<Sliced> {
  if (isNear(slice)) return gatheredSlice(db, slice)
  const [found] = await slicesOfAll(db, [slice])
  return found ?? notCounted()
}

async function sliceOfSet(db: Db, set: SQL, order: SQL, { start, size }: Slice): Promise<Sliced[]> {
  // Along an order's index a page is soon found where much matches; few are gathered and put in order. Of the two the
  // one is chosen that reads fewer pieces.
  const { rows } = await db.execute<Sliced>(sql`
        with pieces as materialized (${set}),
          counted as materialized (select ${sizeOf(sql`bits`)} as count from pieces),
          total as materialized (select ${sizeOf(sql`bits`)} as count from (${everyPiece}) every_piece)
        select counted.count, case
          when counted.count <= ${start} then '{}'
          when ${start + size}::float8 * total.count > 2 * counted.count::float8 * counted.count
          then array(select ${products.id} from ${products} where ${products.id} = ${idsOf(sql`pieces`)} ${order})
          else array(select ${products.id} from ${products} where (
            select get_bit(pieces.bits, ${products.id} & 16383) from pieces where pieces.segment = ${products.id} >> 14) = 1 ${order})
          end as ids
        from counted, total`)
  return rows
}

/** Any of the pieces in the sets of a table. */
export const idsOf = (table: SQL): SQL => sql`any(array(select piece_ids(segment, bits) from ${table}))`

/** Every order ends with the id, so that paging shows each piece once. */
export function orderOf(sort: SortBy): SQL[] {
  switch (sort) {
    case 'price_low_high':
      return [asc(products.price), asc(products.id)]
    case 'price_high_low':
      return [desc(products.price), desc(products.id)]
    case 'newest':
      return [desc(products.created_at), desc(products.id)]
    case 'best_match':
      return [
        desc(products.is_featured),
        desc(products.is_bestseller),
        desc(products.is_new),
        desc(products.created_at),
        desc(products.id),
      ]
  }
}
