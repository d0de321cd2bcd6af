import { eq, or, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { products, variants } from '../db/schema/catalogue.ts'
import { picturePath } from '../pictures/addresses.ts'
import { knownPicture, nameInShop } from '../pictures/imported.ts'
import type { NewPicture } from '../pictures/imported.ts'
import { variantsWithoutZeros } from './droppedZeros.ts'
import { disagreements, faultsOf } from './faults.ts'
import type { Fault } from './faults.ts'
import { asFiled } from './filing.ts'
import type { GivenNames } from './filing.ts'
import { ofVariants, overKnown } from './givenVariants.ts'
import { PieceRecord, byDefault } from './pieceRecord.ts'
import { anyCase, hasSku } from './records.ts'
import type { StoredPiece } from './records.ts'

/** What is wrong where: `row` counts as the file's reader does, `column` is the field's name. */
export type Problem = { row: number; piece: string; column: string; message: string }

/** A piece as far as its file describes it; the rest stays as it is, or takes the default. */
export type GivenPiece = { row: number; variant_rows: number[]; fields: Record<string, unknown> }

/** What a piece is called in a report. */
export const skuOf = ({ sku }: Record<string, unknown>): string => (typeof sku === 'string' ? sku : '')

export type Import = {
  pieces: GivenPiece[]
  names: GivenNames
  /** By what the file calls them. */
  pictures: Record<string, NewPicture>
  /** What is wrong already. */
  problems: Problem[]
  isDryRun: boolean
}

/** What each piece would become, on top of what it is, and what is wrong with that. */
export async function check(
  db: Db,
  given: Import,
  known: ReadonlyMap<string, StoredPiece>,
  find: FindPicture,
  now: Date,
): Promise<{ checked: Checked[]; problems: Problem[] }> {
  const problems = [...given.problems]
  const checked: Checked[] = []
  const isNew = ({ fields }: GivenPiece) => !known.has(anyCase(skuOf(fields)))
  const pieceOf = await piecesOfVariants(db, given.pieces.filter(isNew))
  for (const filed of await asFiled(db, given.pieces)) {
    const before = known.get(anyCase(skuOf(filed.fields))) ?? null
    const owner = pieceOf.get(anyCase(skuOf(filed.fields)))
    // However the file spells it.
    const piece = before ? { ...filed, fields: { ...filed.fields, sku: before.record.sku } } : filed
    const read = readPiece(piece, before, now)
    // Of a cell that could not be read there is more to say than that its piece lacks it.
    if ('problems' in read && owner !== undefined)
      problems.push(problemsOf(piece)(['sku'], isVariantOf(owner)))
    else if ('problems' in read)
      problems.push(
        ...read.problems.filter((one) => !given.problems.some((other) => isSamePlace(one, other))),
      )
    else
      checked.push({
        given: piece,
        record: await withPictures(db, given, piece, read.record, find, problems),
        before,
      })
  }
  return { checked, problems: [...problems, ...repeated(checked), ...(await taken(db, checked))] }
}

type Owner = Pick<PieceRecord, 'sku' | 'name'>

/** Which pieces the variants belong to whose SKUs these are, in lower case. */
async function piecesOfVariants(db: Db, given: readonly GivenPiece[]): Promise<Map<string, Owner>> {
  if (given.length === 0) return new Map()
  const own = sql<string>`lower(${variants.sku})`
  const wanted = given.map(({ fields }) => anyCase(skuOf(fields)))
  const found = await db
    .select({ own, sku: products.sku, name: products.name })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.product_id))
    .where(isAmong(own, wanted))
  return new Map(found.map((row) => [row.own, row]))
}

/** Instead of all that it would lack as a new piece. */
const isVariantOf = ({ sku, name }: Owner): string =>
  `is a variant of ${name}: write ${sku} here, and all of its variants under variant_sku; or change this one with the commands price and stock`

function readPiece(
  given: GivenPiece,
  before: StoredPiece | null,
  now: Date,
): { record: PieceRecord } | { problems: Problem[] } {
  const problem = ({ path, message }: Fault) => problemsOf(given)(path, message)
  const known = before?.record.variants ?? []
  const fields = { ...given.fields }
  if (Array.isArray(fields['variants']))
    fields['variants'] = overKnown(fields['variants'], known, fields['price'])
  const variantsGiven = Array.isArray(fields['variants']) ? fields['variants'] : known
  const derived = variantsGiven.length > 0 ? ofVariants(variantsGiven) : {}
  const base =
    before === null ? byDefault(fields, now) : { ...before.record, ...following(before.record, fields) }
  // Told of as what they are made from.
  for (const field of ['meta_title', 'meta_description']) if (fields[field] === null) delete fields[field]
  const merged = { ...base, ...derived, ...fields }
  // An empty cell beside variants says nothing: what the piece was reduced from is theirs to say.
  if (fields['compare_at_price'] === null && derived.compare_at_price !== undefined)
    merged.compare_at_price = derived.compare_at_price
  const zeros = variantsWithoutZeros(variantsGiven, known)
  const checked = v.safeParse(PieceRecord, merged)
  if (!checked.success)
    return { problems: [...zeros, ...faultsOf(checked.issues, fields, before === null)].map(problem) }
  // What variants differ in is nothing that a piece without them has: by it an order sees that there are some now.
  const { variants: own, variant_label } = checked.output
  const record = { ...checked.output, variant_label: own.length === 0 ? null : variant_label }
  const problems = [...zeros, ...disagreements(record, before?.record ?? null)].map(problem)
  return problems.length > 0 ? { problems } : { record }
}

const isSamePlace = (one: Problem, other: Problem): boolean =>
  one.row === other.row && one.column === other.column

/**
 * A title and a description that nobody wrote are the name and the short description, also when those change; null is
 * what somebody wrote and takes back.
 */
const following = (
  before: PieceRecord,
  {
    name = before.name,
    short_description = before.short_description,
    meta_title,
    meta_description,
  }: Record<string, unknown>,
) => ({
  ...((meta_title === null || before.meta_title === before.name) && { meta_title: name }),
  ...((meta_description === null || before.meta_description === before.short_description) && {
    meta_description: short_description,
  }),
})

const problemsOf =
  ({ row, variant_rows, fields }: GivenPiece) =>
  (path: readonly string[], message: string): Problem => {
    const [first = '', at = '', field] = path
    const piece = skuOf(fields)
    return first === 'variants' && field !== undefined && variant_rows.length > 0
      ? { row: variant_rows[Number(at)] ?? row, piece, column: `variant_${field}`, message }
      : { row, piece, column: path.join('.'), message }
  }

/** The shop's name for a picture that a file names; null if there is none. */
export type FindPicture = (db: Db, image: string) => Promise<string | null>

/** Looks for each picture once: not again once pieces are locked. */
export function pictureFinder({ pictures }: Pick<Import, 'pictures'>): FindPicture {
  const found = new Map<string, string | null>()
  const look = async (db: Db, image: string) => {
    // A name such as `constructor` is that of something in every object.
    const fresh = Object.hasOwn(pictures, image) ? pictures[image] : undefined
    if (fresh !== undefined) return picturePath(await nameInShop(db, image, fresh))
    return (await knownPicture(db, image)) === null ? null : image
  }
  return async (db, image) => {
    const before = found.get(image)
    if (before !== undefined) return before
    const name = await look(db, image)
    found.set(image, name)
    return name
  }
}

/** The record with its pictures called as the shop calls them. */
async function withPictures(
  db: Db,
  { problems: known }: Import,
  given: GivenPiece,
  record: PieceRecord,
  find: FindPicture,
  problems: Problem[],
): Promise<PieceRecord> {
  const images = []
  for (const [at, one] of record.images.entries()) {
    const own = await find(db, one.image)
    const isTold = known.some(({ row, column }) => row === given.row && column.startsWith('images'))
    if (own === null && !isTold)
      problems.push(problemsOf(given)(['images', String(at)], `there is no picture ${one.image}`))
    images.push({ ...one, image: own ?? one.image })
  }
  return { ...record, images }
}

export type Checked = { given: GivenPiece; record: PieceRecord; before: StoredPiece | null }

/** Names that the file gives twice. */
function repeated(checked: readonly Checked[]): Problem[] {
  const seen = new Map<string, number>()
  const problems: Problem[] = []
  const note = (piece: Checked, path: string[], key: string) => {
    const found = problemsOf(piece.given)(path, '')
    const first = seen.get(key)
    if (first === undefined) seen.set(key, found.row)
    else problems.push({ ...found, message: `is that of row ${first} already` })
  }
  for (const piece of checked) {
    note(piece, ['sku'], `sku ${anyCase(piece.record.sku)}`)
    note(piece, ['slug'], `slug ${piece.record.slug}`)
    for (const [at, { sku }] of piece.record.variants.entries())
      note(piece, ['variants', String(at), 'sku'], `sku ${anyCase(sku)}`)
  }
  return problems
}

/** Names that belong to pieces of the shop which are not in the file. */
async function taken(db: Db, checked: readonly Checked[]): Promise<Problem[]> {
  const own = new Set(checked.map(({ before }) => before?.id))
  const records = checked.map(({ record }) => record)
  const wanted = records.flatMap(({ sku, variants: some }) => [sku, ...some.map((variant) => variant.sku)])
  const slugsWanted = records.map(({ slug }) => slug)
  const { id, sku: ownSku, slug: ownSlug, name: ownName } = products
  const pieces = await db
    .select({ id, sku: ownSku, slug: ownSlug, name: ownName })
    .from(products)
    .where(or(hasSku(wanted), isAmong(ownSlug, slugsWanted)))
  const ofPieces = await db
    .select({ id, sku: variants.sku, name: ownName })
    .from(variants)
    .innerJoin(products, eq(id, variants.product_id))
    .where(isAmong(sql`lower(${variants.sku})`, wanted.map(anyCase)))
  const isOthers = (row: { id: number }) => !own.has(row.id)
  const rows = pieces.filter(isOthers)
  const skus = new Map([...rows, ...ofPieces.filter(isOthers)].map(({ sku, name }) => [anyCase(sku), name]))
  const slugs = new Map(rows.map(({ sku, slug, name }) => [slug, `${name} (${sku})`]))
  return checked.flatMap((piece) => {
    const problem = problemsOf(piece.given)
    const refuse = (path: string[], owner: string | undefined) =>
      owner === undefined ? [] : [problem(path, `belongs to ${owner} already`)]
    return [
      ...refuse(['sku'], skus.get(anyCase(piece.record.sku))),
      ...refuse(['slug'], slugs.get(piece.record.slug)),
      ...piece.record.variants.flatMap(({ sku }, at) =>
        refuse(['variants', String(at), 'sku'], skus.get(anyCase(sku))),
      ),
    ]
  })
}
