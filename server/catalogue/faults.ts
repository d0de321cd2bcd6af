import * as v from 'valibot'
import { formatMoney } from '#contract/money.ts'
import { Derived, ofVariants } from './givenVariants.ts'
import { missing } from './pieceRecord.ts'
import type { PieceRecord } from './pieceRecord.ts'
import { anyCase } from './records.ts'

/** What is wrong with which field of a piece. */
export type Fault = { path: string[]; message: string }

/** The faults of fields, each told once, and of the field that it was made from if the file does not say its own. */
export function faultsOf(
  issues: readonly v.InferIssue<typeof PieceRecord>[],
  fields: Readonly<Record<string, unknown>>,
  isNew: boolean,
): Fault[] {
  const faults = issues.map((issue) => ({ path: v.getDotPath(issue) ?? '', message: issue.message }))
  return faults
    .filter(({ path }, at) => faults.findIndex((fault) => fault.path === path) === at)
    .filter(({ path }) => fields[path] !== undefined || !isToldOf(path, faults))
    .map(({ path, message }) => {
      if (path === 'slug' && fields[path] === undefined)
        return { path: [path], message: 'cannot be made from the name: write one, such as oval-signet-ring' }
      // What is inside of another field is needed there by every piece.
      const isNeeded = isNew && message === missing && !path.includes('.')
      return { path: path.split('.'), message: isNeeded ? neededByNew : message }
    })
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

/** What in a record contradicts itself, though each field of it could be as it is, given what the piece was before. */
export function disagreements(record: PieceRecord, before: PieceRecord | null): Fault[] {
  const faults =
    record.variants.length === 0
      ? []
      : [...variantDisagreements(record), ...sameNames(record.variants, before?.variants ?? [])]
  faults.push(...hiddenInSkus(record, before))
  const amounts = [
    { ...record, path: ['compare_at_price'] },
    ...record.variants.map((variant, at) => ({
      ...variant,
      path: ['variants', String(at), 'compare_at_price'],
    })),
  ]
  for (const { price, compare_at_price, path } of amounts) {
    if (compare_at_price !== null && compare_at_price <= price)
      // The file may have one of the two only.
      faults.push({
        path,
        message: `must be higher than the price, or empty: it is ${formatMoney(compare_at_price)}, and the price ${formatMoney(price)}`,
      })
  }
  if (record.images.length > 0 && record.images.filter(({ is_default }) => is_default).length !== 1)
    faults.push({ path: ['images'], message: 'must have exactly one that is the default' })
  return faults
}

/** Nobody could type such a SKU at the desk, nor see why it is another than the one that looks the same. */
function hiddenInSkus(record: PieceRecord, before: PieceRecord | null): Fault[] {
  const known = new Set([before, ...(before?.variants ?? [])].map((one) => one?.sku))
  const own = [
    { sku: record.sku, path: ['sku'] },
    ...record.variants.map(({ sku }, at) => ({ sku, path: ['variants', String(at), 'sku'] })),
  ]
  return own
    .filter(({ sku }) => !known.has(sku) && /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(sku))
    .map(({ path }) => ({ path, message: 'has a character that cannot be seen: type it anew' }))
}

/** What a piece says otherwise than its variants. */
function variantDisagreements(record: PieceRecord): Fault[] {
  const { price, compare_at_price, stock_quantity } = v.parse(Derived, ofVariants(record.variants))
  const faults: Fault[] = []
  if (record.price !== price)
    faults.push({
      path: ['price'],
      message: `is ${formatMoney(record.price)}, but its cheapest variant costs ${formatMoney(price)}; leave it empty or make them agree`,
    })
  if (record.compare_at_price !== compare_at_price)
    faults.push({
      path: ['compare_at_price'],
      message: 'differs from that of its cheapest variant; leave it empty or make them agree',
    })
  if (record.stock_quantity !== stock_quantity)
    faults.push({
      path: ['stock_quantity'],
      message: `is ${record.stock_quantity}, but its variants have ${stock_quantity} together; leave it empty or make them agree`,
    })
  if (record.variant_label === null)
    faults.push({
      path: ['variant_label'],
      message: 'is missing: say what the variants differ in, such as Ring size',
    })
  return faults
}

type Variants = PieceRecord['variants']

/**
 * Names that nobody could tell two variants apart by. Those that the shop has so already stay until a file renames one:
 * it may be about something else.
 */
function sameNames(given: Variants, before: Variants): Fault[] {
  const known = new Map(before.map(({ sku, name }) => [sku, anyCase(name)]))
  const isAsBefore = ({ sku, name }: Variants[number]) => known.get(sku) === anyCase(name)
  return given.flatMap((one, at) => {
    const isTaken = given.some(
      (other, nth) =>
        anyCase(other.name) === anyCase(one.name) &&
        // One that is there twice is told of its SKU.
        anyCase(other.sku) !== anyCase(one.sku) &&
        (nth < at || isAsBefore(other)),
    )
    return isTaken && !isAsBefore(one)
      ? [
          {
            path: ['variants', String(at), 'name'],
            message: 'is that of another variant of this piece already',
          },
        ]
      : []
  })
}
