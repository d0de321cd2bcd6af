import { isDeepStrictEqual } from 'node:util'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { toPounds } from '#contract/money.ts'
import { skuOf } from '../catalogue/checking.ts'
import type { GivenPiece, Problem } from '../catalogue/checking.ts'
import { ownTexts } from '../catalogue/pieceRecord.ts'
import type { PieceRecord } from '../catalogue/pieceRecord.ts'
import { amount, amountOrNone, date, flag, list, measure, stones, text, textOrNone, whole } from './cells.ts'
import type { Read } from './cells.ts'
import { Refusal } from './command.ts'
import { counted } from './table.ts'

/** Between the values of one cell. */
const between = ' | '

const ofPiece: Readonly<Record<string, Read>> = {
  sku: text,
  name: text,
  slug: text,
  category: (cell) => text(cell.toLowerCase()),
  collections: list,
  materials: list,
  gemstones: stones,
  short_description: text,
  description: text,
  meta_title: text,
  meta_description: text,
  price: amount,
  compare_at_price: amountOrNone,
  stock_quantity: whole,
  low_stock_threshold: whole,
  weight: measure,
  weight_unit: text,
  is_featured: flag,
  is_bestseller: flag,
  is_new: flag,
  created_at: date,
  images: list,
  image_texts: list,
  variant_label: textOrNone,
}
const ofVariant: Readonly<Record<string, Read>> = {
  variant_sku: text,
  variant_name: text,
  variant_price: amount,
  variant_compare_at_price: amountOrNone,
  variant_stock_quantity: whole,
}
const columns = [...Object.keys(ofPiece), ...Object.keys(ofVariant)]

/**
 * What a spreadsheet program would take for a formula; behind apostrophes too, so that each text comes back as it was.
 */
const asFormula = /^'*[=+\-@\t\r＝＋－＠]/

/** A text with an apostrophe in front if a spreadsheet program would take it for a formula. */
const defused = (cell: string): string => (asFormula.test(cell) ? `'${cell}` : cell)

/** The text that {@link defused} was given. */
const asMeant = (cell: string): string =>
  cell.startsWith("'") && asFormula.test(cell) ? cell.slice(1) : cell

/** Reads a spreadsheet as saved by Excel or anything else: one row a piece, more rows for its further variants. */
export function readCsv(saved: string): { pieces: GivenPiece[]; problems: Problem[] } {
  // In the texts too: an empty line between two lines makes paragraphs of them.
  const content = saved.replaceAll(/\r\n?/g, '\n')
  // How Excel is told what separates the cells. It does not show that line, so it counts as none.
  const said = /^sep=(.)\n/i.exec(content)
  const header = content.split('\n', 1)[0] ?? ''
  const [commonest = ','] = [';', '\t', ','].toSorted(
    (one, other) => header.split(other).length - header.split(one).length,
  )
  const table = cellsOf(content, said?.[1] ?? commonest, said === null ? 1 : 2)
  const names = (table[0] ?? []).map((name) => name.trim().toLowerCase())
  const problems: Problem[] = []
  const note = (row: number, piece: string, column: string, message: string) =>
    problems.push({ row, piece, column, message })
  for (const [at, name] of names.entries()) {
    if (name !== '' && !columns.includes(name)) note(1, '', name, 'is not a column of the catalogue')
    if (name !== '' && names.indexOf(name) !== at) note(1, '', name, 'appears twice')
  }
  // Without it no row is a piece of its own, and whatever else is said of them is of no help.
  if (!names.includes('sku')) {
    note(1, '', 'sku', 'is missing: the first row must name the columns, and every row have the piece’s SKU')
    return { pieces: [], problems }
  }

  const pieces: (GivenPiece & { cells: Record<string, string> })[] = []
  for (const [index, cells] of table.slice(1).entries()) {
    const row = index + 2
    if (cells.every((cell) => cell === '')) continue
    const cellOf = (name: string) => asMeant(cells[names.indexOf(name)] ?? '')
    const given = (some: readonly string[]) => some.filter((name) => names.includes(name))
    const last = pieces.at(-1)
    const isVariant = cellOf('variant_sku') !== ''
    const sku = cellOf('sku') || (isVariant ? (last?.cells['sku'] ?? '') : '')
    if (sku === '') {
      note(row, '', 'sku', 'is missing')
      continue
    }
    if (cells.length > names.length && cells.slice(names.length).some((cell) => cell !== ''))
      note(row, sku, '', 'has more cells than there are columns')
    const read = (name: string, how: Read): unknown => {
      try {
        return how(cellOf(name))
      } catch (error) {
        note(row, sku, name, `${error instanceof Error ? error.message : ''}, not “${cellOf(name)}”`)
        return undefined
      }
    }
    let piece = pieces.find((one) => one.cells['sku'] === sku)
    if (piece === undefined) {
      const own = Object.fromEntries(given(Object.keys(ofPiece)).map((name) => [name, cellOf(name)]))
      piece = { row, variant_rows: [], fields: {}, cells: { ...own, sku } }
      for (const name of given(Object.keys(ofPiece))) {
        const value = read(name, ofPiece[name] ?? text)
        if (value !== undefined) piece.fields[name] = value
      }
      if (names.includes('variant_sku')) piece.fields['variants'] = []
      pieces.push(piece)
    } else if (!isVariant) {
      note(row, sku, 'sku', `is that of row ${piece.row} already`)
    } else {
      for (const name of given(Object.keys(ofPiece))) {
        if (cellOf(name) !== '' && cellOf(name) !== piece.cells[name])
          note(
            row,
            sku,
            name,
            `differs from row ${piece.row}; leave it empty in the rows of further variants`,
          )
      }
    }
    if (!isVariant) continue
    const variant: Record<string, unknown> = {}
    for (const name of given(Object.keys(ofVariant))) {
      const value = read(name, ofVariant[name] ?? text)
      if (value !== undefined) variant[name.replace('variant_', '')] = value
    }
    if (variant['price'] === undefined && piece.fields['price'] !== undefined)
      variant['price'] = piece.fields['price']
    const variants = piece.fields['variants']
    if (Array.isArray(variants)) variants.push(variant)
    piece.variant_rows.push(row)
  }
  for (const piece of pieces) joinImages(piece, note)
  return { pieces: pieces.map(({ cells: _cells, ...piece }) => piece), problems }
}

/** @throws {Refusal} when it is no table */
function cellsOf(content: string, delimiter: string, from_line: number): string[][] {
  try {
    return parse(content, { delimiter, from_line, relax_column_count: true, trim: true })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { code, lines } = error
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Refusal(`A quotation mark opens a cell and none closes it. ${howQuoted}`)
    if (misplaced.includes(code))
      throw new Refusal(`Line ${String(lines)} has a quotation mark where none can be. ${howQuoted}`)
    throw new Refusal(`The file cannot be read as a spreadsheet: ${error.message}`)
  }
}
const misplaced = [
  'INVALID_OPENING_QUOTE',
  'CSV_INVALID_CLOSING_QUOTE',
  'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE',
]
const howQuoted =
  'A cell that contains one must stand in quotation marks, with each of its own doubled: "The 5"" ring". Spreadsheet programs save it so.'

/** Pictures and their texts are two columns, so that each reads well. `*` marks the main one if it is not the first. */
function joinImages(
  { row, fields }: GivenPiece,
  note: (row: number, piece: string, column: string, message: string) => void,
): void {
  const { image_texts: texts = [], ...rest } = fields
  const images = rest['images']
  delete fields['image_texts']
  if (!Array.isArray(images) || !Array.isArray(texts)) return
  if (images.length !== texts.length)
    note(
      row,
      skuOf(fields),
      'image_texts',
      `has ${counted(texts.length, 'text')} for ${counted(images.length, 'picture')}; each needs one, separated by |`,
    )
  const marked = images.findIndex((image) => String(image).startsWith('*'))
  fields['images'] = images.map((image, at) => ({
    image: String(image).replace(/^\*\s*/, ''),
    alt_text: texts[at] ?? '-',
    is_default: at === Math.max(marked, 0),
  }))
}

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
    ...(size === null ? [] : [`${size}${size_unit === null ? '' : ` ${size_unit}`}`]),
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
