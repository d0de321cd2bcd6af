import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { RandomProductsQuery } from '#contract/catalogue.ts'
import type { CategoryTile } from '#contract/content.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { everyPiece, inEach, kinOf, sizeOf } from './sets.ts'
import { orderOf } from './slice.ts'
import type { ProductRow } from './sources.ts'
import { loadProducts } from './store.ts'

/** So many of a set, or all if it is smaller, are put in order: in a large shop a category has thousands. */
const enough = 400

/**
 * The ids of some pieces in a set, `enough` or more where it has as many: those of whole blocks of 128 ids, in the order
 * of what `shuffled` makes of a block's number.
 */
const someOf = (set: SQL, shuffled: (block: SQL) => SQL): SQL => sql`
  select block << 7 | bit as id
  from (
    select block, part, sum(bit_count(part)) over (order by ${shuffled(sql`block`)}
      rows between unbounded preceding and 1 preceding) as before
    from (
      select segment << 7 | place as block, substring(bits from (place << 7) + 1 for 128) as part
      from (${set} offset 0) pieces, generate_series(0, 127) place offset 0) parts
    where bit_count(part) > 0) parts, generate_series(0, 127) bit
  where coalesce(before, 0) < ${enough} and get_bit(part, bit) = 1`

const unionOf = (one: SQL, other: SQL): SQL =>
  sql`select segment, bit_or(bits) as bits from (${one} union all ${other}) sets group by segment`

/** Pieces that have something in common with this one, and those that have more. */
function circlesAround(id: number): SQL[] {
  const [category, gemstone] = [kinOf('category', id), kinOf('gemstone', id)]
  return [unionOf(category, gemstone), inEach([category, gemstone])]
}

/**
 * Pieces chosen at random; with `related_to`, those of its category or with one of its stones come first, in an order
 * that is fixed for each piece: if it were random each time, the piece's page would never match the one that a browser
 * has already.
 */
export async function randomProducts(
  db: Db,
  { limit, exclude, related_to }: RandomProductsQuery,
): Promise<ProductRow[]> {
  const left = sql.param([exclude, related_to].filter((id) => id !== undefined))
  const shuffled = (id: SQL) =>
    related_to === undefined ? sql`random()` : sql`md5(${`${related_to}-`}::text || ${id})`
  const sets = [everyPiece, ...(related_to === undefined ? [] : circlesAround(related_to))]
  const near = sets.map(
    (set, kinship) => sql`select id, ${kinship}::int as kinship from (${someOf(set, shuffled)}) chosen`,
  )
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from (${sql.join(near, sql` union all `)}) near
    where id <> all(${left}::int[])
    group by id order by max(kinship) desc, ${shuffled(sql`id`)} limit ${limit}`)
  return loadProducts(
    db,
    rows.map(({ id }) => id),
  )
}

/** Slugs as in the site's addresses, if they differ from the server's. */
const slugOnSite: Readonly<Record<string, string>> = { gifts: 'gifting' }

const pictured = sql`exists (select from product_images where product_id = ${products.id})`
const mostProminent = sql`order by ${sql.join(orderOf('best_match'), sql`, `)} limit 1`

/**
 * Every category with a piece in it, with the picture of its most prominent piece. As in a listing, that piece is found
 * along the order's index where a category has many pieces, and among the category's where it has few.
 */
export async function popularCategories(db: Db): Promise<CategoryTile[]> {
  const { rows } = await db.execute<{ title: string; slug: string; image: string | null; count: number }>(sql`
    with counted as materialized (
      select name, ${sizeOf(sql`bits`)} as count from piece_sets where kind = 'category' group by name),
    total as materialized (select ${sizeOf(sql`bits`)} as count from (${everyPiece}) every_piece)
    select c.name as title, c.slug, counted.count, (
      select image from product_images where product_id = case
        when total.count > 2 * counted.count::float8 * counted.count
        then (select ${products.id} from ${products} join product_categories on product_id = ${products.id}
          where category_id = c.id and ${pictured} ${mostProminent})
        else (select ${products.id} from ${products} where (
            select get_bit(bits, ${products.id} & 16383) from piece_sets
            where kind = 'category' and name = counted.name and segment = ${products.id} >> 14) = 1
          and ${pictured} ${mostProminent})
        end
      order by is_default desc, position limit 1) as image
    from counted join categories c on c.id = counted.name::int, total
    where counted.count > 0 order by c.id`)
  return rows.map((row) => ({ ...row, slug: slugOnSite[row.slug] ?? row.slug }))
}
