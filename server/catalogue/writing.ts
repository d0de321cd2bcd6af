import { sql } from 'drizzle-orm'
import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core'
import { categories } from '#contract/listing.ts'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { portionsOf } from '../db/portions.ts'
import * as tables from '../db/schema/catalogue.ts'
import { idOf } from './filing.ts'
import type { Ids } from './filing.ts'
import type { PieceRecord } from './pieceRecord.ts'
import { inOneOrder } from './records.ts'
import type { StoredPiece } from './records.ts'
import { alsoPlain } from './words.ts'

// A statement writes a portion of the pieces. One by one they take far longer: each statement writes the sets that its
// pieces are in, and reads through all that those before it in the same transaction have left of them.

/** What pieces are filed under (`ids`), and the address of a picture that a record names. */
type Known = { ids: Ids; addressOf: (image: string) => string }

/** A piece that has its row, with what it was before unless it is new. */
type Written = { id: number; record: PieceRecord; before?: PieceRecord }

/** Writes pieces that the shop has not yet. Returns their ids. */
export async function addPieces(db: Db, known: Known, records: readonly PieceRecord[]): Promise<number[]> {
  const added: number[] = []
  for (const some of portionsOf(records)) {
    await takeSlugs(db, some)
    const bySku = new Map(some.map((record) => [record.sku, record]))
    const rows = await db
      .insert(tables.products)
      .values(some.map((record) => ({ ...ownColumns(record), search_names: foundBy(known.ids, record) })))
      .returning({ id: tables.products.id, sku: tables.products.sku })
    const pieces = rows.flatMap(({ id, sku }) => {
      const record = bySku.get(sku)
      return record === undefined ? [] : [{ id, record }]
    })
    await writeLists(db, known, pieces)
    added.push(...rows.map(({ id }) => id))
  }
  return added
}

/** Writes what of pieces is other than it was; their variants keep their ids, and so their carts. */
export async function changePieces(
  db: Db,
  known: Known,
  changed: readonly { record: PieceRecord; before: StoredPiece }[],
): Promise<void> {
  const pieces = changed.map(({ record, before: { id, record: before } }) => ({ id, record, before }))
  await letGo(db, pieces)
  for (const some of portionsOf(pieces)) {
    const rows = some.map(({ id, record }) => ({ ...ownColumns(record), id }))
    await updateEach(db, tables.products, rows)
    await writeLists(db, known, some)
  }
}

/** Variants that a piece had and will have no more. */
export const variantsGone = (record: PieceRecord, before: PieceRecord): PieceRecord['variants'] => {
  const left = new Set(record.variants.map(({ sku }) => sku))
  return before.variants.filter(({ sku }) => !left.has(sku))
}

/**
 * Takes slugs and variants from pieces that will lose them, before any piece is written: another piece in the same file
 * may take them over. A slug goes on leading to its piece until then.
 */
async function letGo(db: Db, pieces: readonly Required<Written>[]): Promise<void> {
  const gone = pieces.flatMap(({ record, before }) => variantsGone(record, before))
  for (const some of portionsOf(gone)) {
    const skus = some.map(({ sku }) => sku)
    await db.delete(tables.variants).where(isAmong(tables.variants.sku, skus))
  }
  const { id } = tables.products
  for (const some of portionsOf(pieces.filter(({ record, before }) => record.slug !== before.slug))) {
    const own = some.map((piece) => piece.id)
    await db
      .update(tables.products)
      .set({ slug: sql`'piece ' || ${id} || ' on its way'` })
      .where(isAmong(id, own))
    await db
      .insert(tables.former_slugs)
      .values(some.map(({ before, ...piece }) => ({ slug: before.slug, product_id: piece.id })))
  }
  for (const some of portionsOf(pieces.map(({ record }) => record))) await takeSlugs(db, some)
}

/** Whoever has a slug now has its address. */
async function takeSlugs(db: Db, records: readonly PieceRecord[]): Promise<void> {
  const slugs = records.map((record) => record.slug)
  await db.delete(tables.former_slugs).where(isAmong(tables.former_slugs.slug, slugs))
}

/** Every column that an import writes: one that has a default, or may be null, is not forgotten. */
type Whole<Row extends { $inferInsert: object }, Other = never> = Record<
  Exclude<keyof Row['$inferInsert'], 'id' | Other>,
  unknown
>

/** What stands in a piece's own row. */
function ownColumns(record: PieceRecord) {
  const {
    category: _category,
    collections: _collections,
    materials: _materials,
    gemstones: _gemstones,
    images: _images,
    variants: _variants,
    created_at,
    ...columns
  } = record
  return { ...columns, created_at: new Date(created_at) } satisfies Whole<
    typeof tables.products,
    'rating_sum' | 'review_count' | 'search_names'
  >
}

/**
 * The names by which a new piece is found, as {@link refreshSearchNames} will gather them. What that finds as it should
 * be it leaves alone, and the piece's sets are written once.
 */
function foundBy(ids: Ids, { name, category, collections, materials, gemstones }: PieceRecord): SQL {
  const inOrder = (kind: keyof Ids, names: readonly string[]) =>
    names.toSorted((one, other) => idOf(ids, kind, one) - idOf(ids, kind, other))
  const all = [
    name,
    ...categories.flatMap((one) => (one.slug === category ? [one.name] : [])),
    ...inOrder('collections', collections),
    ...inOrder('materials', materials),
    ...inOrder(
      'gemstones',
      gemstones.map((stone) => stone.name),
    ),
  ]
  return alsoPlain(sql`lower(${all.join(' ')})`)
}

/** Writes what belongs to pieces in other tables: everything of a new one, of others the lists that have changed. */
async function writeLists(db: Db, { ids, addressOf }: Known, pieces: readonly Written[]): Promise<void> {
  const having = (list: 'images' | 'variants' | 'category' | 'collections' | 'materials' | 'gemstones') =>
    pieces.filter(
      ({ record, before }) =>
        before === undefined ||
        JSON.stringify(inOneOrder(record)[list]) !== JSON.stringify(inOneOrder(before)[list]),
    )
  const idsOf = (kind: 'collections' | 'materials', names: readonly string[]) => [
    ...new Set(names.map((name) => idOf(ids, kind, name))),
  ]
  await fill(db, tables.product_categories, having('category'), ({ id, record }) => [
    { product_id: id, category_id: idOf(ids, 'categories', record.category) },
  ])
  await fill(db, tables.product_collections, having('collections'), ({ id, record }) =>
    idsOf('collections', record.collections).map((collection_id) => ({ product_id: id, collection_id })),
  )
  await fill(db, tables.product_materials, having('materials'), ({ id, record }) =>
    idsOf('materials', record.materials).map((material_id) => ({ product_id: id, material_id })),
  )
  await fill(db, tables.product_gemstones, having('gemstones'), ({ id, record }) =>
    record.gemstones.map(({ name, ...stone }) => ({
      ...stone,
      product_id: id,
      gemstone_id: idOf(ids, 'gemstones', name),
    })),
  )
  await fill(db, tables.product_images, having('images'), ({ id, record }) =>
    record.images.map(({ image, ...rest }, position) => ({
      ...rest,
      image: addressOf(image),
      product_id: id,
      position,
    })),
  )
  await writeVariants(db, having('variants'))
}

/** Writes a list anew: nobody keeps the ids of its rows. */
async function fill<List extends PgTable & { product_id: SQLWrapper }>(
  db: Db,
  table: List,
  pieces: readonly Written[],
  rowsOf: (piece: Written) => (PgInsertValue<List> & Whole<List>)[],
): Promise<void> {
  const filled = pieces.flatMap(({ id, before }) => (before === undefined ? [] : [id]))
  if (filled.length > 0) await db.delete(table).where(isAmong(table.product_id, filled))
  for (const rows of portionsOf(pieces.flatMap(rowsOf))) await db.insert(table).values(rows)
}

async function writeVariants(db: Db, pieces: readonly Written[]): Promise<void> {
  const table = tables.variants
  const filled = pieces.flatMap(({ id, before }) => (before === undefined ? [] : [id]))
  const there =
    filled.length === 0
      ? []
      : await db.select({ id: table.id, sku: table.sku }).from(table).where(isAmong(table.product_id, filled))
  const bySku = new Map(there.map(({ id, sku }) => [sku, id]))
  const rows = pieces.flatMap(({ id: product_id, record }) =>
    record.variants.map(
      (variant, position) => ({ ...variant, product_id, position }) satisfies Whole<typeof tables.variants>,
    ),
  )
  const known = rows.flatMap((row) => {
    const id = bySku.get(row.sku)
    return id === undefined ? [] : [{ ...row, id }]
  })
  for (const some of portionsOf(known)) await updateEach(db, table, some)
  for (const some of portionsOf(rows.filter(({ sku }) => !bySku.has(sku))))
    await db.insert(table).values(some)
}

/** Gives each of these rows, which all have the same columns, its own values. */
async function updateEach(
  db: Db,
  table: typeof tables.products | typeof tables.variants,
  rows: readonly ({ id: number } & Record<string, unknown>)[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.keys(first).filter((name) => name !== 'id')
  const values = columns.map((name) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`)
  await db.execute(sql`
    update ${table} set ${sql.join(values, sql`, `)}
    from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json) given where given.id = ${table.id}`)
}
