import { notInArray, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatMoney } from '#contract/money.ts'
import type { Db } from '../db/db.ts'
import { products, variants } from '../db/schema/catalogue.ts'
import { knownPicture, nameInShop } from '../pictures/imported.ts'
import type { NewPicture } from '../pictures/imported.ts'
import { asFiled } from './filing.ts'
import type { GivenNames } from './filing.ts'
import { Derived, ofVariants, overKnown } from './givenVariants.ts'
import { PieceRecord, byDefault, missing } from './pieceRecord.ts'
import { anyCase } from './records.ts'
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
  for (const filed of await asFiled(db, given.pieces)) {
    const before = known.get(anyCase(skuOf(filed.fields))) ?? null
    // However the file spells it.
    const piece = before ? { ...filed, fields: { ...filed.fields, sku: before.record.sku } } : filed
    const read = readPiece(piece, before, now)
    // Of a cell that could not be read there is more to say than that its piece lacks it.
    if ('problems' in read)
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
  problems.push(...repeated(checked), ...(await taken(db, checked)))
  return { checked, problems }
}

function readPiece(
  given: GivenPiece,
  before: StoredPiece | null,
  now: Date,
): { record: PieceRecord } | { problems: Problem[] } {
  const problem = problemsOf(given)
  const known = before?.record.variants ?? []
  const fields = { ...given.fields }
  if (Array.isArray(fields['variants'])) fields['variants'] = overKnown(fields['variants'], known)
  const variantsGiven = Array.isArray(fields['variants']) ? fields['variants'] : known
  const derived = variantsGiven.length > 0 ? ofVariants(variantsGiven) : {}
  const base =
    before === null ? byDefault(fields, now) : { ...before.record, ...following(before.record, fields) }
  const merged = { ...base, ...derived, ...fields }
  // An empty cell beside variants says nothing: what the piece was reduced from is theirs to say.
  if (fields['compare_at_price'] === null && derived.compare_at_price !== undefined)
    merged.compare_at_price = derived.compare_at_price
  const checked = v.safeParse(PieceRecord, merged)
  if (!checked.success) {
    const faults = checked.issues.map((issue) => ({
      path: v.getDotPath(issue) ?? '',
      message: issue.message,
    }))
    return {
      problems: faults
        .filter(({ path }, at) => faults.findIndex((fault) => fault.path === path) === at)
        .filter(({ path }) => fields[path] !== undefined || !isToldOf(path, faults))
        .map(({ path, message }) =>
          path === 'slug' && fields[path] === undefined
            ? problem([path], 'cannot be made from the name: write one, such as oval-signet-ring')
            : problem(path.split('.'), before === null && message === missing ? neededByNew : message),
        ),
    }
  }
  // What variants differ in is nothing that a piece without them has: by it an order sees that there are some now.
  const { variants: own, variant_label } = checked.output
  const record = { ...checked.output, variant_label: own.length === 0 ? null : variant_label }
  const problems: Problem[] = []
  if (record.variants.length > 0) {
    const { price, compare_at_price, stock_quantity } = v.parse(Derived, ofVariants(record.variants))
    if (record.price !== price)
      problems.push(
        problem(
          ['price'],
          `is ${formatMoney(record.price)}, but its cheapest variant costs ${formatMoney(price)}; leave it empty or make them agree`,
        ),
      )
    if (record.compare_at_price !== compare_at_price)
      problems.push(
        problem(
          ['compare_at_price'],
          'differs from that of its cheapest variant; leave it empty or make them agree',
        ),
      )
    if (record.stock_quantity !== stock_quantity)
      problems.push(
        problem(
          ['stock_quantity'],
          `is ${record.stock_quantity}, but its variants have ${stock_quantity} together; leave it empty or make them agree`,
        ),
      )
    if (record.variant_label === null)
      problems.push(
        problem(['variant_label'], 'is missing: say what the variants differ in, such as Ring size'),
      )
  }
  const amounts = [
    { ...record, path: ['compare_at_price'] },
    ...record.variants.map((variant, at) => ({
      ...variant,
      path: ['variants', String(at), 'compare_at_price'],
    })),
  ]
  for (const { price, compare_at_price, path } of amounts) {
    if (compare_at_price !== null && compare_at_price <= price)
      problems.push(problem(path, 'must be higher than the price, or empty'))
  }
  if (record.images.length > 0 && record.images.filter(({ is_default }) => is_default).length !== 1)
    problems.push(problem(['images'], 'must have exactly one that is the default'))
  return problems.length > 0 ? { problems } : { record }
}

const neededByNew = `${missing}: no piece has this SKU yet, and a new one needs it`

/** What a field is made from when the file does not say it, and so what a fault in it is told of. */
const madeFrom: Readonly<Record<string, RegExp>> = {
  slug: /^name$/,
  meta_title: /^name$/,
  meta_description: /^short_description$/,
  price: /^variants\./,
}

const isToldOf = (path: string, faults: readonly { path: string }[]): boolean =>
  faults.some((fault) => madeFrom[path]?.test(fault.path))

const isSamePlace = (one: Problem, other: Problem): boolean =>
  one.row === other.row && one.column === other.column

/** A title and a description that nobody wrote are the name and the short description, also when those change. */
const following = (before: PieceRecord, { name, short_description }: Record<string, unknown>) => ({
  ...(name !== undefined && before.meta_title === before.name && { meta_title: name }),
  ...(short_description !== undefined &&
    before.meta_description === before.short_description && { meta_description: short_description }),
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
    if (fresh !== undefined) return addressOf(await nameInShop(db, image, fresh))
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

export const addressOf = (name: string): string => `/pictures/${name}`

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
  const own = checked.flatMap(({ before }) => (before === null ? [] : [before.id]))
  const others = own.length === 0 ? undefined : notInArray(products.id, own)
  const rows = await db
    .select({ sku: products.sku, slug: products.slug, name: products.name })
    .from(products)
    .where(others)
  const ofOthers = await db
    .select({
      sku: variants.sku,
      name: sql<string>`(select p.name from products p where p.id = ${variants.product_id})`,
    })
    .from(variants)
    .where(own.length === 0 ? undefined : notInArray(variants.product_id, own))
  const skus = new Map([...rows, ...ofOthers].map(({ sku, name }) => [sku.toLowerCase(), name]))
  const slugs = new Map(rows.map(({ sku, slug, name }) => [slug, `${name} (${sku})`]))
  return checked.flatMap((piece) => {
    const problem = problemsOf(piece.given)
    const refuse = (path: string[], owner: string | undefined) =>
      owner === undefined ? [] : [problem(path, `belongs to ${owner} already`)]
    return [
      ...refuse(['sku'], skus.get(piece.record.sku.toLowerCase())),
      ...refuse(['slug'], slugs.get(piece.record.slug)),
      ...piece.record.variants.flatMap(({ sku }, at) =>
        refuse(['variants', String(at), 'sku'], skus.get(sku.toLowerCase())),
      ),
    ]
  })
}
