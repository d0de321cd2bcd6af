import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { toPounds } from '#contract/money.ts'
import { ownTexts } from '../catalogue/pieceRecord.ts'
import type { PieceRecord } from '../catalogue/pieceRecord.ts'
import { type Stone, columns, defused, sizeExamples, stones } from './cells.ts'
import { Refusal } from './command.ts'
import { indented } from './table.ts'

/** Between the values of one cell. */
const between = ' | '

/** The catalogue as a spreadsheet that Excel opens as it is. */
export function writeCsv(records: readonly PieceRecord[]): string {
  expectStones(records)
  const rows = records.flatMap((record) => {
    const [first, ...further] = record.variants
    return [
      { ...rowOf(record), ...(first && variantOf(first)) },
      ...further.map((variant) => ({ sku: record.sku, ...variantOf(variant) })),
    ]
  })
  return stringify(rows, {
    header: true,
    columns,
    bom: true,
    record_delimiter: 'windows',
    // Otherwise a text with lines that end as in our texts would stand there bare, and each of them begin a row.
    quote_record_delimiter: true,
    cast: { string: defused },
  })
}

function rowOf(record: PieceRecord): Record<string, string> {
  const { collections, materials, gemstones, images, price, compare_at_price, stock_quantity } = record
  const {
    variants,
    is_featured,
    is_bestseller,
    is_new,
    low_stock_threshold,
    weight,
    variant_label,
    meta_title: _title,
    meta_description: _description,
    ...texts
  } = record
  const { meta_title = '', meta_description = '' } = ownTexts(record)
  // What a piece has from its variants is said there only, so that it need not be changed twice.
  const isOwn = variants.length === 0
  const isMainFirst = images.findIndex(({ is_default }) => is_default) <= 0
  return {
    ...texts,
    // Nor need what nobody wrote: it follows the name and the short description.
    meta_title,
    meta_description,
    collections: joined(collections),
    materials: joined(materials),
    gemstones: joined(gemstones.map((stone) => stoneOf(stone) ?? '')),
    images: joined(
      images.map(({ image, is_default }) => (is_default && !isMainFirst ? `* ${image}` : image)),
    ),
    image_texts: joined(images.map(({ alt_text }) => alt_text)),
    price: isOwn ? toPounds(price) : '',
    compare_at_price: isOwn && compare_at_price !== null ? toPounds(compare_at_price) : '',
    stock_quantity: isOwn ? String(stock_quantity) : '',
    low_stock_threshold: String(low_stock_threshold),
    weight: String(weight),
    variant_label: variant_label ?? '',
    is_featured: yesNo(is_featured),
    is_bestseller: yesNo(is_bestseller),
    is_new: yesNo(is_new),
  }
}

const variantOf = (variant: PieceRecord['variants'][number]): Record<string, string> => ({
  variant_sku: variant.sku,
  variant_name: variant.name,
  variant_price: toPounds(variant.price),
  variant_compare_at_price: variant.compare_at_price === null ? '' : toPounds(variant.compare_at_price),
  variant_stock_quantity: String(variant.stock_quantity),
})

/** Null if the cell would be read as another stone. */
function stoneOf(stone: Stone): string | null {
  const { name, size, size_unit, quality, color, is_main } = stone
  const written = [
    name,
    ...(size === null ? [] : [[size, size_unit ?? ''].join(size_unit?.startsWith('–') ? '' : ' ').trim()]),
    ...(quality === null ? [] : [`quality ${quality}`]),
    ...(color === null ? [] : [`colour ${color}`]),
    ...(is_main ? ['main'] : []),
  ].join('; ')
  const read = readStone(written)
  if (read === null) return null
  if (isDeepStrictEqual(read, stone)) return written
  // A size of two numbers was once read with the second as part of its unit, such as -7.5mm. As it is written now, the
  // next import puts it right.
  return size !== null && isDeepStrictEqual(inNumbers(read), inNumbers(stone)) ? stoneOf(read) : null
}

function readStone(written: string): Stone | null {
  try {
    const [stone = null, ...others] = stones(written)
    return others.length === 0 ? stone : null
  } catch {
    return null
  }
}

const inNumbers = (stone: Stone) => ({
  ...stone,
  size_unit: stone.size_unit?.match(/\d+(\.\d+)?/g)?.map(Number),
})

/** @throws {Refusal} that names all stones whose cell would be read as other ones */
function expectStones(records: readonly PieceRecord[]): void {
  const odd = records.flatMap(({ sku, gemstones }) =>
    gemstones.filter((stone) => stoneOf(stone) === null).map((stone) => ({ sku, stone })),
  )
  if (odd.length === 0) return
  const lines = odd.map(({ sku, stone }) => {
    const what = `The stone “${stone.name}” of ${sku}`
    return hasOddSize(stone)
      ? `${what}: its size is “${[stone.size, stone.size_unit ?? ''].join(' ').trim()}”`
      : what
  })
  const anew = `Or first give these sizes anew, as ${sizeExamples}: import a spreadsheet that has only the columns sku and gemstones, with all the stones of each of these pieces.`
  throw new Refusal(
    [
      'What follows cannot be written to a spreadsheet and read back unchanged:',
      indented(lines),
      ['Export to .json instead.', ...(odd.some(({ stone }) => hasOddSize(stone)) ? [anew] : [])].join(' '),
    ].join('\n'),
  )
}

const hasOddSize = (stone: Stone): boolean =>
  stone.size !== null && stoneOf({ ...stone, name: 'Stone', quality: null, color: null }) === null

function joined(values: readonly string[]): string {
  const odd = values.find((value) => value.includes('|'))
  if (odd !== undefined)
    throw new Refusal(
      `“${odd}” contains a |, which separates values in a spreadsheet. Export to .json instead.`,
    )
  return values.join(between)
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
