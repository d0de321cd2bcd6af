import { and, like, or, sql } from 'drizzle-orm'
import { isAmong } from '../db/among.ts'
import type { Db } from '../db/db.ts'
import { products } from '../db/schema/catalogue.ts'
import type { Fault } from './faults.ts'

// A spreadsheet takes a SKU such as 0041 for a number, and saves it as 41; and 5012345678900 as 5.01235E+12.

const isShortened = (sku: string): boolean => /^\d([.,]\d+)?E\+\d+$/.test(sku)
const shortened =
  'is a long number that a spreadsheet has shortened: have it import the column as text, and write it whole'

/**
 * What is wrong with each of these SKUs if it is new and, but for the zeros, one that is known and not among them, or no
 * longer whole.
 */
function faultsIn(skus: readonly string[], known: readonly string[]): (string | null)[] {
  const given = new Set(skus)
  const dropped = new Map(
    known.flatMap((sku) =>
      given.has(sku) || !/^0+[1-9]\d*$/.test(sku) ? [] : [[sku.replace(/^0+/, ''), sku]],
    ),
  )
  const there = new Set(known)
  return skus.map((sku) => {
    if (there.has(sku)) return null
    if (isShortened(sku)) return shortened
    const whole = dropped.get(sku)
    return whole === undefined
      ? null
      : `is ${whole} in the shop: a spreadsheet has dropped the zeros in front`
  })
}

/** New variants that are ones which the piece would lose, but for the zeros, or whose SKUs are no longer whole. */
export function variantsWithoutZeros(given: readonly unknown[], known: readonly { sku: string }[]): Fault[] {
  const skus = given.map((one) =>
    typeof one === 'object' && one !== null && 'sku' in one && typeof one.sku === 'string' ? one.sku : '',
  )
  const own = known.map(({ sku }) => sku)
  return faultsIn(skus, own).flatMap((message, at) =>
    message === null ? [] : [{ path: ['variants', String(at), 'sku'], message }],
  )
}

/**
 * Of each of these SKUs of pieces, whether the shop has it with zeros and the file has not, or it is no longer whole:
 * what is wrong with it.
 */
export async function piecesWithoutZeros(db: Db, skus: readonly string[]): Promise<(string | null)[]> {
  const numbers = skus.filter((sku) => /^[1-9]\d*$/.test(sku) || isShortened(sku))
  if (numbers.length === 0) return skus.map(() => null)
  const { sku } = products
  const isThere = or(isAmong(sku, numbers), and(like(sku, '0%'), isAmong(sql`ltrim(${sku}, '0')`, numbers)))
  const rows = await db.select({ sku }).from(products).where(isThere)
  return faultsIn(
    skus,
    rows.map((row) => row.sku),
  )
}
