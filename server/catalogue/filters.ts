import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { FilterLists, FilterQuery, FilterValue } from '#contract/catalogue.ts'
import { priceBuckets } from '#contract/listing.ts'
import type { NamedFilter } from '#contract/listing.ts'
import type { Db } from '../db/db.ts'
import { everyPiece, filed, filedUnder, flags, inEach, setsOf, sizeOf } from './sets.ts'

/** One of the lists of named values, with the number of all pieces behind each value. */
export async function filterValues(db: Db, kind: NamedFilter): Promise<FilterValue[]> {
  const { rows } = await db.execute<FilterValue>(sql`
    select v.name, v.slug, ${sizeOf(sql`own.bits`)} as count
    from ${filed[kind]} v left join piece_sets own on own.kind = ${kind} and own.name = v.id::text
    group by v.id order by v.id`)
  return rows
}

/** All that a listing can be filtered by, each value counted as the contract's {@link FilterLists} says. */
export async function filterLists(db: Db, { within, ...chosen }: FilterQuery): Promise<FilterLists> {
  const scope = within === undefined ? null : filedUnder('category', [within])
  const sets = setsOf(chosen)
  const others = (own: keyof FilterQuery): SQL =>
    inEach([
      ...(scope === null ? [] : [scope]),
      ...[...sets].flatMap(([what, set]) => (what === own ? [] : [set])),
    ])
  // One after the other: on the embedded database they would only queue for its one connection.
  return {
    categories: await valuesOf(db, 'category', others('category'), scope),
    collections: await valuesOf(db, 'collection', others('collection'), scope),
    materials: await valuesOf(db, 'material', others('material'), scope),
    gemstones: await valuesOf(db, 'gemstone', others('gemstone'), scope),
    ...(await totals(db, others)),
  }
}

/** What no piece in scope has is left out; what the other choices leave nothing of counts none. */
async function valuesOf(db: Db, kind: NamedFilter, others: SQL, scope: SQL | null): Promise<FilterValue[]> {
  const { rows } = await db.execute<FilterValue>(sql`
    with counted as materialized (${others}), scope as materialized (${scope ?? everyPiece})
    select v.name, v.slug, ${sizeOf(sql`own.bits & counted.bits`)} as count
    from ${filed[kind]} v join piece_sets own on own.kind = ${kind} and own.name = v.id::text
      join scope using (segment) left join counted using (segment)
    group by v.id having sum(bit_count(own.bits & scope.bits)) > 0 order by v.id`)
  return rows
}

/** The counts of prices and flags. */
async function totals(db: Db, others: (own: keyof FilterQuery) => SQL) {
  const counts = (kind: SQL, own: keyof FilterQuery) => sql`
    select own.kind, own.name, ${sizeOf(sql`own.bits & counted.bits`)} as count
    from piece_sets own join (${others(own)}) counted using (segment) where ${kind} group by own.kind, own.name`
  const { rows } = await db.execute<{ kind: string; name: string; count: number }>(
    sql.join(
      [
        counts(sql`own.kind = 'price'`, 'price'),
        ...flags.map((flag) => counts(sql`own.kind = 'flag' and own.name = ${flag}`, flag)),
      ],
      sql` union all `,
    ),
  )
  const read = (kind: string, name: string): number =>
    rows.find((row) => row.kind === kind && row.name === name)?.count ?? 0
  return {
    prices: priceBuckets.map(({ value, from }) => ({ value, count: read('price', String(from)) })),
    flags: {
      is_new: read('flag', 'is_new'),
      is_bestseller: read('flag', 'is_bestseller'),
      is_featured: read('flag', 'is_featured'),
    },
  }
}
