import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { categories } from '#contract/listing.ts'
import type { Db } from '../db/db.ts'
import * as tables from '../db/schema/catalogue.ts'
import { hyphenated, slugOf } from './pieceRecord.ts'
import type { PieceRecord } from './pieceRecord.ts'
import { readNames } from './records.ts'
import type { StoredPiece } from './records.ts'

/** Something that pieces are filed under; without a description one that is there keeps its own. */
type Named = { name: string; description?: string | undefined }
export type GivenNames = { collections: Named[]; materials: Named[]; gemstones: Named[] }

type Ids = Record<'categories' | 'collections' | 'materials' | 'gemstones', Map<string, number>>

/**
 * The key by which a name is recognised: the same in other capitals, without an accent, or with a hyphen. It is made of
 * all letters, of whatever script: made of those that an address may have, two names that differ only in other letters
 * would be one.
 */
const keyOf = (name: string): string => hyphenated(name, notTelling, /[^\p{L}\p{M}\p{N}]+/gu) || name

/** Marks on Latin letters alone: in other scripts they tell words apart. */
const notTelling = /[’']|(?<=[a-z]\p{M}*)\p{M}/gu

/** A slug for a name that none of these have; if no letter of the name can be in a slug, `what` takes its place. */
function freeSlug(name: string, what: string, taken: Iterable<{ slug: string }>): string {
  const known = new Set(Array.from(taken, ({ slug }) => slug))
  const stem = slugOf(name) || what
  let slug = stem
  for (let nth = 2; known.has(slug); nth++) slug = `${stem}-${nth}`
  return slug
}

const byKey = <T extends { name: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map((row) => [keyOf(row.name), row]))

/**
 * Pieces filed under names as the shop already spells them, however the import spells them, so that unchanged pieces
 * compare as equal.
 */
export async function asFiled<T extends { fields: Record<string, unknown> }>(
  db: Db,
  pieces: readonly T[],
): Promise<T[]> {
  const names = await readNames(db)
  const known = {
    collections: byKey(names.collections),
    materials: byKey(names.materials),
    gemstones: byKey(names.gemstones),
  }
  const spelt = (kind: keyof typeof known, one: unknown): unknown =>
    typeof one === 'string' ? (known[kind].get(keyOf(one))?.name ?? one) : one
  const named = (one: unknown): unknown =>
    typeof one === 'object' && one !== null && 'name' in one
      ? { ...one, name: spelt('gemstones', one.name) }
      : one
  return pieces.map((piece) => {
    const fields = { ...piece.fields }
    for (const kind of ['collections', 'materials'] as const) {
      const given = fields[kind]
      if (Array.isArray(given)) fields[kind] = [...new Set(given.map((one) => spelt(kind, one)))]
    }
    if (Array.isArray(fields['gemstones'])) fields['gemstones'] = fields['gemstones'].map(named)
    return { ...piece, fields }
  })
}

/** What a file says of names, and those that its pieces are filed under. */
function wantedNames(records: readonly PieceRecord[], given: GivenNames): GivenNames {
  const used = (names: (record: PieceRecord) => string[]): Named[] =>
    records.flatMap(names).map((name) => ({ name }))
  return {
    collections: [...given.collections, ...used((one) => one.collections)],
    materials: [...given.materials, ...used((one) => one.materials)],
    gemstones: [...given.gemstones, ...used((one) => one.gemstones.map(({ name }) => name))],
  }
}

/** Which of them the shop has not yet. */
export async function newNames(
  db: Db,
  records: readonly PieceRecord[],
  given: GivenNames,
): Promise<string[]> {
  const names = await readNames(db)
  const wanted = wantedNames(records, given)
  const fresh = (['collections', 'materials', 'gemstones'] as const).flatMap((kind) => {
    const known = new Set(names[kind].map(({ name }) => keyOf(name)))
    return wanted[kind].flatMap(({ name }) => {
      if (known.has(keyOf(name))) return []
      known.add(keyOf(name))
      return [name]
    })
  })
  return [...new Set(fresh)]
}

/** Adds the groups of pieces that do not exist yet. Returns the ids by key (categories: by slug), and what is new. */
export async function fileNames(
  db: Db,
  records: readonly PieceRecord[],
  given: GivenNames,
): Promise<{ ids: Ids; added: string[]; changed: number }> {
  let changed = 0

  async function ensure(
    table: typeof tables.collections | typeof tables.materials,
    what: 'collection' | 'material',
    wanted: readonly Named[],
  ): Promise<Map<string, number>> {
    const known = byKey(await db.select().from(table))
    for (const { name, description } of wanted) {
      const row = known.get(keyOf(name))
      if (row === undefined) {
        const slug = freeSlug(name, what, known.values())
        const values = { name, slug, description: description ?? '' }
        const [fresh] = await db.insert(table).values(values).returning()
        if (fresh !== undefined) known.set(keyOf(name), fresh)
      } else if (description !== undefined && description !== row.description) {
        await db.update(table).set({ description }).where(eq(table.id, row.id))
        changed += 1
      }
    }
    return idsOf(known)
  }

  async function ensureGemstones(wanted: readonly Named[]): Promise<Map<string, number>> {
    const known = byKey(await db.select().from(tables.gemstones))
    for (const { name } of wanted) {
      if (known.has(keyOf(name))) continue
      const [fresh] = await db
        .insert(tables.gemstones)
        .values({ name, slug: freeSlug(name, 'gemstone', known.values()) })
        .returning()
      if (fresh !== undefined) known.set(keyOf(name), fresh)
    }
    return idsOf(known)
  }

  async function ensureCategories(): Promise<Map<string, number>> {
    const rows = categories.map(({ name, slug }) => ({ name, slug }))
    const isUsed = (slug: string) => records.some((record) => record.category === slug)
    const wanted = rows.filter(({ slug }) => isUsed(slug))
    if (wanted.length > 0) await db.insert(tables.categories).values(wanted).onConflictDoNothing()
    return new Map((await db.select().from(tables.categories)).map((row) => [row.slug, row.id]))
  }

  // Two imports at once would both add what neither has found.
  await db.execute(
    sql`lock table ${tables.collections}, ${tables.materials}, ${tables.gemstones} in share row exclusive mode`,
  )
  const added = await newNames(db, records, given)
  const wanted = wantedNames(records, given)
  const ids = {
    categories: await ensureCategories(),
    collections: await ensure(tables.collections, 'collection', wanted.collections),
    materials: await ensure(tables.materials, 'material', wanted.materials),
    gemstones: await ensureGemstones(wanted.gemstones),
  }
  return { ids, added, changed }
}

const idsOf = (known: ReadonlyMap<string, { id: number }>) =>
  new Map([...known].map(([key, { id }]) => [key, id]))

/**
 * Takes slugs and variants from pieces that will lose them, before any piece is written: another piece in the same file
 * may take them over. A slug goes on leading to its piece until then.
 */
export async function letGo(
  db: Db,
  pieces: readonly { record: PieceRecord; before: StoredPiece | null }[],
): Promise<void> {
  for (const { record, before } of pieces) {
    if (before === null) continue
    if (record.slug !== before.record.slug) {
      await db
        .update(tables.products)
        .set({ slug: `piece ${before.id} on its way` })
        .where(eq(tables.products.id, before.id))
      await db.insert(tables.former_slugs).values({ slug: before.record.slug, product_id: before.id })
    }
    await db.delete(tables.variants).where(
      and(
        eq(tables.variants.product_id, before.id),
        notInArray(
          tables.variants.sku,
          record.variants.map(({ sku }) => sku),
        ),
      ),
    )
  }
  // Whoever has a slug now has its address.
  await db.delete(tables.former_slugs).where(
    inArray(
      tables.former_slugs.slug,
      pieces.map(({ record }) => record.slug),
    ),
  )
}

/** Writes a piece that is new, or what of it is other than it was; its variants keep their ids, and so their carts. */
export async function writePiece(
  db: Db,
  ids: Ids,
  record: PieceRecord,
  before: StoredPiece | null,
  addressOf: (image: string) => string,
): Promise<void> {
  const { category, collections, materials, gemstones, images, variants, created_at, ...columns } = record
  const own = { ...columns, created_at: new Date(created_at) }
  const [row] =
    before === null
      ? await db.insert(tables.products).values(own).returning({ id: tables.products.id })
      : await db
          .update(tables.products)
          .set(own)
          .where(eq(tables.products.id, before.id))
          .returning({ id: tables.products.id })
  if (row === undefined) throw new Error(`The piece ${record.sku} was not written`)
  const product_id = row.id
  const isOther = (list: 'images' | 'variants' | 'category' | 'collections' | 'materials' | 'gemstones') =>
    JSON.stringify(record[list]) !== JSON.stringify(before?.record[list])
  const idOf = (kind: keyof Ids, name: string): number => {
    const id = ids[kind].get(keyOf(name))
    if (id === undefined) throw new Error(`${name} was not filed`)
    return id
  }
  if (isOther('category')) {
    const links = tables.product_categories
    await db.delete(links).where(eq(links.product_id, product_id))
    await db.insert(links).values({ product_id, category_id: idOf('categories', category) })
  }
  if (isOther('collections')) {
    const links = tables.product_collections
    await db.delete(links).where(eq(links.product_id, product_id))
    const values = collections.map((name) => ({ product_id, collection_id: idOf('collections', name) }))
    if (values.length > 0) await db.insert(links).values(values).onConflictDoNothing()
  }
  if (isOther('materials')) {
    const links = tables.product_materials
    await db.delete(links).where(eq(links.product_id, product_id))
    const values = materials.map((name) => ({ product_id, material_id: idOf('materials', name) }))
    if (values.length > 0) await db.insert(links).values(values).onConflictDoNothing()
  }
  if (isOther('gemstones')) {
    const links = tables.product_gemstones
    await db.delete(links).where(eq(links.product_id, product_id))
    const values = gemstones.map(({ name, ...stone }) => ({
      ...stone,
      product_id,
      gemstone_id: idOf('gemstones', name),
    }))
    if (values.length > 0) await db.insert(links).values(values)
  }
  if (isOther('images')) {
    const links = tables.product_images
    await db.delete(links).where(eq(links.product_id, product_id))
    const values = images.map(({ image, ...rest }, position) => ({
      ...rest,
      image: addressOf(image),
      product_id,
      position,
    }))
    if (values.length > 0) await db.insert(links).values(values)
  }
  if (isOther('variants')) await writeVariants(db, product_id, variants)
}

async function writeVariants(db: Db, product_id: number, wanted: PieceRecord['variants']): Promise<void> {
  const table = tables.variants
  const there = await db.select().from(table).where(eq(table.product_id, product_id))
  for (const [position, variant] of wanted.entries()) {
    const row = there.find(({ sku }) => sku === variant.sku)
    if (row === undefined) await db.insert(table).values({ ...variant, product_id, position })
    else
      await db
        .update(table)
        .set({ ...variant, position })
        .where(eq(table.id, row.id))
  }
}
