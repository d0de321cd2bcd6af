import { eq, inArray, sql } from 'drizzle-orm'
import { categories } from '#contract/listing.ts'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../db/db.ts'
import * as tables from '../db/schema/catalogue.ts'
import { hyphenated, neatName, slugOf } from './pieceRecord.ts'
import type { PieceRecord } from './pieceRecord.ts'
import { readNames } from './records.ts'

/** Something that pieces are filed under; without a description one that is there keeps its own. */
type Named = { name: string; description?: string | undefined }
export type GivenNames = { collections: Named[]; materials: Named[]; gemstones: Named[] }

/** By {@link keyOf a name's key}, or by a category's slug. */
export type Ids = Record<'categories' | 'collections' | 'materials' | 'gemstones', Map<string, number>>

/**
 * The key by which a name is recognised: the same in other capitals, without an accent, or with a hyphen. It is made of
 * all letters, of whatever script: made of those that an address may have, two names that differ only in other letters
 * would be one.
 */
const keyOf = (name: string): string => hyphenated(name, notTelling, /[^\p{L}\p{M}\p{N}]+/gu) || name

/** Marks on Latin letters alone: in other scripts they tell words apart. */
const notTelling = /[’']|(?<=[a-z]\p{M}*)\p{M}/gu

/** A slug for a name that is none of these; if no letter of the name can be in a slug, `what` takes its place. */
function freeSlug(name: string, what: string, taken: ReadonlySet<string>): string {
  const stem = slugOf(name) || what
  let slug = stem
  for (let nth = 2; taken.has(slug); nth++) slug = `${stem}-${nth}`
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
  const spelt = (kind: keyof typeof known, one: unknown): unknown => {
    if (typeof one !== 'string') return one
    const name = neatName(one)
    return known[kind].get(keyOf(name))?.name ?? name
  }
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

/** A name of a file's own lists says how it is spelt; one that a piece is filed under only which it is. */
type Wanted = Named & { isSpelling: boolean }

/** What a file says of names, and those that its pieces are filed under. */
function wantedNames(records: readonly PieceRecord[], given: GivenNames): Record<keyof GivenNames, Wanted[]> {
  const wanted = (kind: keyof GivenNames, names: (record: PieceRecord) => string[]): Wanted[] => [
    ...given[kind].map((one) => ({ ...one, isSpelling: true })),
    ...records.flatMap(names).map((name) => ({ name, isSpelling: false })),
  ]
  return {
    collections: wanted('collections', (one) => one.collections),
    materials: wanted('materials', (one) => one.materials),
    gemstones: wanted('gemstones', (one) => one.gemstones.map(({ name }) => name)),
  }
}

/** A name that is there; gemstones have no descriptions. */
type Filed = { id: number; name: string; slug: string; description?: string }

/**
 * What has to be written so that pieces can be filed under all of the names, and they are described and spelt as wanted.
 * Of two spellings in the file the first counts.
 */
function changesTo(there: readonly Filed[], wanted: readonly Wanted[], what: string) {
  const known = byKey(there)
  // An older version may have kept two spellings as two names: neither may become the other.
  const spellings = new Set(there.map(({ name }) => name))
  const spelt = new Map<string, string>()
  const slugs = new Set(there.map(({ slug }) => slug))
  const fresh = new Map<string, Required<Omit<Filed, 'id'>>>()
  const described = new Map<string, string>()
  for (const { name, description, isSpelling } of wanted) {
    const key = keyOf(name)
    const added = fresh.get(key)
    if (known.has(key)) {
      if (isSpelling && !spelt.has(key)) spelt.set(key, name)
      if (description !== undefined) described.set(key, description)
    } else if (added === undefined) {
      const slug = freeSlug(name, what, slugs)
      slugs.add(slug)
      fresh.set(key, { name, slug, description: description ?? '' })
    } else if (description !== undefined) added.description = description
  }
  const spelling = (key: string, before: string): string => {
    const name = spelt.get(key)
    return name === undefined || spellings.has(name) ? before : name
  }
  return {
    known,
    fresh: [...fresh.values()],
    respelt: [...known].flatMap(([key, { id, name: before }]) => {
      const name = spelling(key, before)
      return name === before ? [] : [{ id, name, before }]
    }),
    described: [...known].flatMap(([key, { id, name, description: before }]) => {
      const description = described.get(key)
      return before === undefined || description === undefined || description === before
        ? []
        : [{ id, name: spelling(key, name), description }]
    }),
  }
}

/** What becomes of names: those that are new, and those that are described, or spelt, otherwise than before. */
export type NameChanges = { filed: string[]; described: string[]; respelt: Respelt[] }
type Respelt = { name: string; before: string }

async function readChanges(db: Db, records: readonly PieceRecord[], given: GivenNames) {
  const wanted = wantedNames(records, given)
  const changes = {
    collections: changesTo(await db.select().from(tables.collections), wanted.collections, 'collection'),
    materials: changesTo(await db.select().from(tables.materials), wanted.materials, 'material'),
    gemstones: changesTo(await db.select().from(tables.gemstones), wanted.gemstones, 'gemstone'),
  }
  const all = Object.values(changes)
  const said: NameChanges = {
    filed: [...new Set(all.flatMap(({ fresh }) => fresh.map(({ name }) => name)))],
    described: all.flatMap(({ described }) => described.map(({ name }) => name)),
    respelt: all.flatMap(({ respelt }) => respelt.map(({ name, before }) => ({ name, before }))),
  }
  return { changes, said }
}

/** What {@link fileNames} would change. */
export const tryNames = async (
  db: Db,
  records: readonly PieceRecord[],
  given: GivenNames,
): Promise<NameChanges> => (await readChanges(db, records, given)).said

/**
 * Adds the groups of pieces that do not exist yet, and gives the others the descriptions and spellings that are new in
 * the file. `renamed` are the ids of the pieces that are found by other names then.
 */
export async function fileNames(
  db: Db,
  records: readonly PieceRecord[],
  given: GivenNames,
): Promise<NameChanges & { ids: Ids; renamed: number[] }> {
  type Table = typeof tables.collections | typeof tables.materials | typeof tables.gemstones
  async function add(
    table: Table,
    { known, fresh }: ReturnType<typeof changesTo>,
  ): Promise<Map<string, number>> {
    const added =
      fresh.length === 0
        ? []
        : await db.insert(table).values(fresh).returning({ id: table.id, name: table.name })
    return new Map([...known, ...byKey(added)].map(([key, { id }]) => [key, id]))
  }

  async function describe(
    table: typeof tables.collections | typeof tables.materials,
    { described }: ReturnType<typeof changesTo>,
  ): Promise<void> {
    for (const { id, description } of described)
      await db.update(table).set({ description }).where(eq(table.id, id))
  }

  async function respell(table: Table, { respelt }: ReturnType<typeof changesTo>): Promise<void> {
    for (const { id, name } of respelt) await db.update(table).set({ name }).where(eq(table.id, id))
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
  const { changes, said } = await readChanges(db, records, given)
  const ids = {
    categories: await ensureCategories(),
    collections: await add(tables.collections, changes.collections),
    materials: await add(tables.materials, changes.materials),
    gemstones: await add(tables.gemstones, changes.gemstones),
  }
  await describe(tables.collections, changes.collections)
  await describe(tables.materials, changes.materials)
  await respell(tables.collections, changes.collections)
  await respell(tables.materials, changes.materials)
  await respell(tables.gemstones, changes.gemstones)
  const renamed = said.respelt.length === 0 ? [] : await filedUnderRespelt(db, changes)
  return { ...said, ids, renamed }
}

/** The ids of pieces that are filed under a name whose spelling changes. */
async function filedUnderRespelt(
  db: Db,
  changes: Record<keyof GivenNames, ReturnType<typeof changesTo>>,
): Promise<number[]> {
  const { product_collections, product_materials, product_gemstones } = tables
  const isRespelt = (column: PgColumn, kind: keyof GivenNames) =>
    inArray(
      column,
      changes[kind].respelt.map(({ id }) => id),
    )
  const { rows } = await db.execute<{ product_id: number }>(sql`
    select product_id from ${product_collections} where ${isRespelt(product_collections.collection_id, 'collections')}
    union select product_id from ${product_materials} where ${isRespelt(product_materials.material_id, 'materials')}
    union select product_id from ${product_gemstones} where ${isRespelt(product_gemstones.gemstone_id, 'gemstones')}`)
  return rows.map(({ product_id }) => product_id)
}

/** The id of a name that was filed, or of a category by its slug. */
export function idOf(ids: Ids, kind: keyof Ids, name: string): number {
  const id = ids[kind].get(keyOf(name))
  if (id === undefined) throw new Error(`${name} was not filed`)
  return id
}
