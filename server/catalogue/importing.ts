import { formatMoney } from '#contract/money.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { picturePath } from '../pictures/addresses.ts'
import { keepPictures, knownPictures } from '../pictures/imported.ts'
import { check, pictureFinder, skuOf } from './checking.ts'
import type { Checked, FindPicture, GivenPiece, Import, Problem } from './checking.ts'
import { piecesWithoutZeros } from './droppedZeros.ts'
import { fileNames, tryNames } from './filing.ts'
import type { NameChanges } from './filing.ts'
import type { PieceRecord } from './pieceRecord.ts'
import { anyCase, hasSku, inOneOrder, readPieces } from './records.ts'
import type { StoredPiece } from './records.ts'
import { refreshSearchNames } from './search.ts'
import { lockPieces } from './stock.ts'
import { addPieces, changePieces, variantsGone } from './writing.ts'

export type Outcome =
  | { isDone: false; problems: Problem[] }
  | ({
      isDone: true
      added: string[]
      changed: string[]
      unchanged: number
      /** Variants that pieces no longer have. */
      gone: string[]
      /** Prices so far from what they were that a point or a nought may be in the wrong place. */
      steep: string[]
      /** Stock that changes, which may have been sold since the file was written. */
      restocked: string[]
      /** Pieces that had pictures and have none now. */
      unpictured: string[]
    } & NameChanges)

/**
 * Reports what is wrong with the import, or does it, whole or not at all. Whatever can be checked beforehand is, so
 * that the pieces are locked only while they are written; a dry run ends there, and locks nothing.
 */
export async function importPieces(db: Db, given: Import, now: Date): Promise<Outcome> {
  const find = pictureFinder(given)
  const { checked, problems: others } = await check(db, given, await readKnown(db, given.pieces), find, now)
  const problems = [...(await withoutZeros(db, given.pieces)), ...others]
  if (problems.length > 0) return refused(problems)
  if (given.isDryRun) {
    const names = await tryNames(db, recordsOf(checked), given.names)
    return done(checked.length, checked.filter(isOther), names)
  }
  let outcome: Outcome | undefined
  try {
    await transaction(db, async (tx) => {
      outcome = await write(tx, given, checked, find, now)
      if (!outcome.isDone) throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  if (outcome === undefined) throw new Error('The import came to nothing')
  return outcome
}

async function withoutZeros(db: Db, pieces: readonly GivenPiece[]): Promise<Problem[]> {
  const messages = await piecesWithoutZeros(
    db,
    pieces.map(({ fields }) => skuOf(fields)),
  )
  return pieces.flatMap(({ row, fields }, at) => {
    const message = messages[at] ?? null
    return message === null ? [] : [{ row, piece: skuOf(fields), column: 'sku', message }]
  })
}

/** Takes back what a transaction has done so far. */
class Undone extends Error {}

async function write(
  db: Db,
  given: Import,
  checked: readonly Checked[],
  find: FindPicture,
  now: Date,
): Promise<Outcome> {
  const addresses = new Map<string, string>()
  const learn = async (pieces: readonly Checked[]) => {
    const images = recordsOf(pieces).flatMap((record) => record.images.map(({ image }) => image))
    const unknown = images.filter((image) => !addresses.has(image))
    for (const [image, address] of await knownPictures(db, unknown)) addresses.set(image, address)
  }
  const used = new Set(recordsOf(checked).flatMap(({ images }) => images.map(({ image }) => image)))
  const kept = Object.values(given.pictures).filter(({ name }) => used.has(picturePath(name)))
  await keepPictures(db, kept, now)
  const { ids, renamed: filed, ...names } = await fileNames(db, recordsOf(checked), given.names)
  const pieces = checked.filter(isOther).map((piece) => piece.given)
  await learn(checked.filter(isOther))

  // From here on a buyer of one of them waits, so that the stock written is the actual stock.
  await lockKnown(db, pieces, filed)
  const held = await check(db, { ...given, pieces }, await readKnown(db, pieces), find, now)
  if (held.problems.length > 0) return refused(held.problems)
  const other = held.checked.filter(isOther)
  await learn(other)
  const known = { ids, addressOf: (image: string) => addresses.get(image) ?? image }
  const { fresh, changed } = parted(other)
  await changePieces(db, known, changed)
  const added = await addPieces(db, known, recordsOf(fresh))
  const renamed = changed.filter(({ record, before }) => isFoundOtherwise(record, before.record))
  const named = [...new Set([...added, ...renamed.map(({ before }) => before.id), ...filed])]
  if (named.length > 0) await refreshSearchNames(db, named)
  return done(checked.length, other, names)
}

/** New pieces, and those that the shop has. */
const parted = (pieces: readonly Checked[]) => ({
  fresh: pieces.filter(({ before }) => before === null),
  changed: pieces.flatMap(({ record, before }) => (before === null ? [] : [{ record, before }])),
})

/** Whether a piece now has other names to be found by: its own, or those that it is filed under. */
function isFoundOtherwise(record: PieceRecord, before: PieceRecord): boolean {
  const namesOf = ({ name, category, collections, materials, gemstones }: PieceRecord) =>
    JSON.stringify([name, category, collections, materials, gemstones.map((stone) => stone.name)])
  return namesOf(record) !== namesOf(before)
}

const refused = (problems: readonly Problem[]): Outcome => ({
  isDone: false,
  problems: problems.toSorted((one, other) => one.row - other.row),
})

/** The report on so many pieces, of which these have changed, and on names. */
function done(all: number, other: readonly Checked[], names: NameChanges): Outcome {
  const label = ({ sku, name }: { sku: string; name: string }) => `${sku}  ${name}`
  const labelled = (some: readonly { record: PieceRecord }[]) => some.map(({ record }) => label(record))
  const { fresh, changed } = parted(other)
  return {
    isDone: true,
    added: labelled(fresh),
    changed: labelled(changed),
    unchanged: all - other.length,
    gone: changed.flatMap(({ record, before }) =>
      variantsGone(record, before.record).map(({ sku, name }) =>
        label({ sku, name: `${before.record.name}, ${name}` }),
      ),
    ),
    ...names,
    steep: changed
      .flatMap(asBefore)
      .filter(({ now, was }) => now.price * 2 <= was.price || was.price * 2 <= now.price)
      .map(({ now, was }) => `${label(now)}: ${formatMoney(was.price)} → ${formatMoney(now.price)}`),
    restocked: changed
      .flatMap(asBefore)
      .filter(({ now, was }) => now.stock_quantity !== was.stock_quantity)
      .map(({ now, was }) => `${label(now)}: ${was.stock_quantity} → ${now.stock_quantity}`),
    unpictured: labelled(
      changed.filter(({ record, before }) => record.images.length === 0 && before.record.images.length > 0),
    ),
  }
}

/** What a piece, or each of its variants if it has any, is now and was until now, as far as it was there. */
function asBefore({ record, before }: { record: PieceRecord; before: StoredPiece }) {
  const named = ({ name, variants, ...own }: PieceRecord) =>
    variants.length === 0
      ? [{ ...own, name }]
      : variants.map((variant) => ({ ...variant, name: `${name}, ${variant.name}` }))
  const earlier = new Map(named(before.record).map((one) => [one.sku, one]))
  return named(record).flatMap((now) => {
    const was = earlier.get(now.sku)
    return was === undefined ? [] : [{ now, was }]
  })
}

const isOther = ({ record, before }: Checked): boolean =>
  before === null || JSON.stringify(inOneOrder(record)) !== JSON.stringify(inOneOrder(before.record))

const recordsOf = (checked: readonly Checked[]): PieceRecord[] => checked.map(({ record }) => record)

const skusOf = (pieces: readonly GivenPiece[]): string[] => pieces.map(({ fields }) => anyCase(skuOf(fields)))

/** The pieces that the shop has already, by SKU, in lower case. */
async function readKnown(db: Db, pieces: readonly GivenPiece[]): Promise<Map<string, StoredPiece>> {
  const stored = await readPieces(db, skusOf(pieces))
  return new Map(stored.map((piece) => [anyCase(piece.record.sku), piece]))
}

/** Those of the file, and `others` by their ids. */
async function lockKnown(db: Db, pieces: readonly GivenPiece[], others: readonly number[]): Promise<void> {
  const there = await db
    .select({ id: products.id })
    .from(products)
    .where(hasSku(skusOf(pieces)))
  await lockPieces(db, [...there.map(({ id }) => id), ...others])
}
