import { asc, inArray } from 'drizzle-orm'
import { skuOf } from '../catalogue/importing.ts'
import type { GivenPiece } from '../catalogue/importing.ts'
import { readPieces } from '../catalogue/records.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'

/** A new variant as far as nothing is said of it: each field is there, so that its own message says what it must be. */
const unsaid = { name: undefined, price: undefined, compare_at_price: null, stock_quantity: undefined }

/**
 * Pieces whose variants have from those of the same SKU what the file does not say of them.
 * Their rows are locked, so this belongs in the transaction that writes them: else a variant that is bought meanwhile
 * would get back the stock that it had.
 */
export async function overKnownVariants(db: Db, pieces: readonly GivenPiece[]): Promise<GivenPiece[]> {
  const skus = pieces.map(({ fields }) => skuOf(fields).trim())
  await db
    .select({ id: products.id })
    .from(products)
    .where(inArray(products.sku, skus))
    .orderBy(asc(products.id))
    .for('update')
  const stored = (await readPieces(db, skus)).map(({ record }) => record)
  return pieces.map((piece) => {
    const given = piece.fields['variants']
    if (!Array.isArray(given)) return piece
    const known = stored.find(({ sku }) => sku === skuOf(piece.fields).trim())?.variants ?? []
    const variants = given.map((one: unknown) => {
      if (typeof one !== 'object' || one === null) return one
      const before = known.find(({ sku }) => 'sku' in one && sku === one.sku)
      return { ...unsaid, ...before, ...one }
    })
    return { ...piece, fields: { ...piece.fields, variants } }
  })
}
