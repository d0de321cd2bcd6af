import { formatMoney } from '#contract/money.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import { picturePath } from '../pictures/addresses.ts'
import { keepPictures, knownPicture } from '../pictures/imported.ts'
import { check, pictureFinder, skuOf } from './checking.ts'
import type { Checked, FindPicture, GivenPiece, Import, Problem } from './checking.ts'
import { fileNames, letGo, newNames, writePiece } from './filing.ts'
import type { PieceRecord } from './pieceRecord.ts'
import { anyCase, hasSku, readPieces } from './records.ts'
import type { StoredPiece } from './records.ts'
import { refreshSearchNames } from './search.ts'
import { lockPieces } from './stock.ts'

export type Outcome =
  | { isDone: false; problems: Problem[] }
  | {
      isDone: true
      added: string[]
      changed: string[]
      unchanged: number
      /** Variants that pieces no longer have. */
      gone: string[]
      filed: string[]
      /** Prices so far from what they were that a point or a nought may be in the wrong place. */
      steep: string[]
    }

/**
 * Reports what is wrong with the import, or does it, whole or not at all. Whatever can be checked beforehand is, so
 * that the pieces are locked only while they are written; a dry run ends there, and locks nothing.
 */
export async function importPieces(db: Db, given: Import, now: Date): Promise<Outcome> {
  const find = pictureFinder(given)
  const { checked, problems } = await check(db, given, await readKnown(db, given.pieces), find, now)
  if (problems.length > 0) return refused(problems)
  if (given.isDryRun) {
    const filed = await newNames(db, recordsOf(checked), given.names)
    return done(checked.length, checked.filter(isOther), filed)
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
    for (const { image } of recordsOf(pieces).flatMap(({ images }) => images)) {
      if (!addresses.has(image)) addresses.set(image, (await knownPicture(db, image)) ?? image)
    }
  }
  const used = new Set(recordsOf(checked).flatMap(({ images }) => images.map(({ image }) => image)))
  const kept = Object.values(given.pictures).filter(({ name }) => used.has(picturePath(name)))
  await keepPictures(db, kept, now)
  const { ids, added: filed, changed } = await fileNames(db, recordsOf(checked), given.names)
  const pieces = checked.filter(isOther).map((piece) => piece.given)
  await learn(checked.filter(isOther))

  // From here on a buyer of one of them waits, so that the stock written is the actual stock.
  await lockKnown(db, pieces)
  const held = await check(db, { ...given, pieces }, await readKnown(db, pieces), find, now)
  if (held.problems.length > 0) return refused(held.problems)
  const other = held.checked.filter(isOther)
  await learn(other)
  await letGo(db, other)
  for (const { record, before } of other) {
    await writePiece(db, ids, record, before, (image) => addresses.get(image) ?? image)
  }
  if (other.length > 0 || filed.length + changed > 0) await refreshSearchNames(db)
  return done(checked.length, other, filed)
}

const refused = (problems: readonly Problem[]): Outcome => ({
  isDone: false,
  problems: problems.toSorted((one, other) => one.row - other.row),
})

/** The report on so many pieces, of which these have changed. */
function done(all: number, other: readonly Checked[], filed: string[]): Outcome {
  const label = ({ sku, name }: { sku: string; name: string }) => `${sku}  ${name}`
  const labelled = (some: readonly Checked[]) => recordsOf(some).map(label)
  return {
    isDone: true,
    added: labelled(other.filter(({ before }) => before === null)),
    changed: labelled(other.filter(({ before }) => before !== null)),
    unchanged: all - other.length,
    gone: other.flatMap(goneFrom).map(label),
    filed,
    steep: other
      .flatMap(steepPrices)
      .map(
        ({ sku, name, was, price }) => `${label({ sku, name })}: ${formatMoney(was)} → ${formatMoney(price)}`,
      ),
  }
}

/** The prices of a piece, or of its variants if it has any, that are at most half of what they were, or at least twice. */
function steepPrices({ record, before }: Checked) {
  if (before === null) return []
  const named = ({ name, variants, ...own }: PieceRecord) =>
    variants.length === 0
      ? [{ ...own, name }]
      : variants.map((variant) => ({ ...variant, name: `${name}, ${variant.name}` }))
  const prices = new Map(named(before.record).map(({ sku, price }) => [sku, price]))
  return named(record).flatMap(({ sku, name, price }) => {
    const was = prices.get(sku)
    return was !== undefined && (price * 2 <= was || was * 2 <= price) ? [{ sku, name, was, price }] : []
  })
}

function goneFrom({ record, before }: Checked): { sku: string; name: string }[] {
  if (before === null) return []
  const left = new Set(record.variants.map(({ sku }) => sku))
  return before.record.variants
    .filter(({ sku }) => !left.has(sku))
    .map(({ sku, name }) => ({ sku, name: `${before.record.name}, ${name}` }))
}

const isOther = ({ record, before }: Checked): boolean =>
  JSON.stringify(record) !== JSON.stringify(before?.record)

const recordsOf = (checked: readonly Checked[]): PieceRecord[] => checked.map(({ record }) => record)

const skusOf = (pieces: readonly GivenPiece[]): string[] => pieces.map(({ fields }) => anyCase(skuOf(fields)))

/** The pieces that the shop has already, by SKU, in lower case. */
async function readKnown(db: Db, pieces: readonly GivenPiece[]): Promise<Map<string, StoredPiece>> {
  const stored = await readPieces(db, skusOf(pieces))
  return new Map(stored.map((piece) => [anyCase(piece.record.sku), piece]))
}

async function lockKnown(db: Db, pieces: readonly GivenPiece[]): Promise<void> {
  const there = await db
    .select({ id: products.id })
    .from(products)
    .where(hasSku(skusOf(pieces)))
  await lockPieces(
    db,
    there.map(({ id }) => id),
  )
}
