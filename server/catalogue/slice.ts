import { asc, desc, fillPlaceholders, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { SortBy } from '#contract/catalogue.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { statement } from '../db/statement.ts'
import { everyPiece, sizeOf } from './sets.ts'

/** `size` pieces after the first `start`. */
export type Slice = { start: number; size: number }

type Sliced = { count: number; ids: number[] }

/** How many pieces are in a set (null: all there are), and the ids of a slice of them in an order. */
export async function sliceOf(db: Db, set: SQL | null, sort: SortBy, slice: Slice): Promise<Sliced> {
  const [found] =
    set === null ? await sliceOfAll(sort)(db, slice) : await sliceOfSet(db, set, inOrder(sort, slice), slice)
  if (found === undefined) throw new Error('A listing was not counted')
  return found
}

const inOrder = (sort: SortBy, { start, size }: Record<keyof Slice, unknown>): SQL =>
  sql`order by ${sql.join(orderOf(sort), sql`, `)} limit ${size} offset ${start}`

/** Of all there are in an order: what most visitors ask for first, so its text is put together once. */
const sliceOfAll = once((sort: SortBy) => {
  const order = inOrder(sort, { start: sql.placeholder('start'), size: sql.placeholder('size') })
  const text = new PgDialect().sqlToQuery(sql`
    select (select ${sizeOf(sql`bits`)} from (${everyPiece}) pieces) as count,
      array(select ${products.id} from ${products} ${order}) as ids`)
  const read = statement<Sliced>(`slice_by_${sort}`, text.sql)
  return (db: Db, slice: Slice) => read(db, fillPlaceholders(text.params, slice))
})

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

function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
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
