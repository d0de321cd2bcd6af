import { asc, desc, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { SortBy } from '#contract/catalogue.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { everyPiece, sizeOf } from './sets.ts'

/** `size` pieces after the first `start`. */
export type Slice = { start: number; size: number }

/** How many pieces are in a set (null: all there are), and the ids of a slice of them in an order. */
export async function sliceOf(
  db: Db,
  set: SQL | null,
  sort: SortBy,
  { start, size }: Slice,
): Promise<{ count: number; ids: number[] }> {
  const order = sql`order by ${sql.join(orderOf(sort), sql`, `)} limit ${size} offset ${start}`
  // Along an order's index a page is soon found where much matches; few are gathered and put in order. Of the two the
  // one is chosen that reads fewer pieces.
  const { rows } = await db.execute<{ count: number; ids: number[] }>(
    set === null
      ? sql`
        select (select ${sizeOf(sql`bits`)} from (${everyPiece}) pieces) as count,
          array(select ${products.id} from ${products} ${order}) as ids`
      : sql`
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
        from counted, total`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('A listing was not counted')
  return found
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
