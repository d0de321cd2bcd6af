import { eq, sql } from 'drizzle-orm'
import { categories } from '#contract/listing.ts'
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

/** A name that is there; gemstones have no descriptions. */
type Filed = { id: number; name: string; slug: string; description?: string }

/** What has to be written so that pieces can be filed under all of the names, and they are described as wanted. */
function changesTo(there: readonly Filed[], wanted: readonly Named[], what: string) {
  const known = byKey(there)
  const slugs = new Set(there.map(({ slug }) => slug))
  const fresh = new Map<string, Required<Omit<Filed, 'id'>>>()
  const described = new Map<string, string>()
  for (const { name, description } of wanted) {
    const key = keyOf(name)
    const added = fresh.get(key)
    if (known.has(key)) {
      if (description !== undefined) described.set(key, description)
    } else if (added === undefined) {
      const slug = freeSlug(name, what, slugs)
      slugs.add(slug)
      fresh.set(key, { name, slug, description: description ?? '' })
    } else if (description !== undefined) added.description = description
  }
  return {
    known,
    fresh: [...fresh.values()],
    described: [...known].flatMap(([key, { id, name, description: before }]) => {
      const description = described.get(key)
      return before === undefined || description === undefined || description === before
        ? []
        : [{ id, name, description }]
    }),
  }
}

/** What becomes of names: those that are new, and those that are described otherwise than before. */
type NameChanges = { filed: string[]; described: string[] }

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
  }
  return { changes, said }
}

/** What {@link fileNames} would change. */
export const tryNames = async (
  db: Db,
  records: readonly PieceRecord[],
  given: GivenNames,
): Promise<NameChanges> => (await readChanges(db, records, given)).said

/** Adds the groups of pieces that do not exist yet, and gives the others the descriptions that are new in the file. */
export async function fileNames(
  db: Db,
  records: readonly PieceRecord[],
  given: GivenNames,
): Promise<NameChanges & { ids: Ids }> {
  async function add(
    table: typeof tables.collections | typeof tables.materials | typeof tables.gemstones,
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
  return { ...said, ids }
}

/** The id of a name that was filed, or of a category by its slug. */
export function idOf(ids: Ids, kind: keyof Ids, name: string): number {
  const id = ids[kind].get(keyOf(name))
  if (id === undefined) throw new Error(`${name} was not filed`)
  return id
}
