import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'csv-stringify/sync'
import { toPounds } from '#contract/money.ts'
import { ownTexts } from '../catalogue/pieceRecord.ts'
import type { PieceRecord } from '../catalogue/pieceRecord.ts'
import { columns, defused, stones } from './cells.ts'
import { Refusal } from './command.ts'

/** Between the values of one cell. */
const between = ' | '

/** The catalogue as a spreadsheet that Excel opens as it is. */
export function writeCsv(records: readonly PieceRecord[]): string {
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
    gemstones: joined(gemstones.map((stone) => stoneOf(stone, record.sku))),
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

function stoneOf(stone: PieceRecord['gemstones'][number], sku: string): string {
  const { name, size, size_unit, quality, color, is_main } = stone
  const written = [
    name,
    ...(size === null ? [] : [[size, size_unit ?? ''].join(size_unit?.startsWith('–') ? '' : ' ').trim()]),
    ...(quality === null ? [] : [`quality ${quality}`]),
    ...(color === null ? [] : [`colour ${color}`]),
    ...(is_main ? ['main'] : []),
  ].join('; ')
  if (!isReadAs(written, stone))
    throw new Refusal(
      `The stone “${name}” of ${sku} cannot be written to a spreadsheet and read back unchanged. Export to .json instead.`,
    )
  return written
}

function isReadAs(written: string, stone: object): boolean {
  try {
    return isDeepStrictEqual(stones(written), [stone])
  } catch {
    return false
  }
}

function joined(values: readonly string[]): string {
  const odd = values.find((value) => value.includes('|'))
  if (odd !== undefined)
    throw new Refusal(
      `“${odd}” contains a |, which separates values in a spreadsheet. Export to .json instead.`,
    )
  return values.join(between)
}

const yesNo = (is: boolean): string => (is ? 'yes' : 'no')
