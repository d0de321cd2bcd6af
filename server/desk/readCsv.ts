import { CsvError, parse } from 'csv-parse/sync'
import { counted } from '#contract/counted.ts'
import { skuOf } from '../catalogue/checking.ts'
import type { GivenPiece, Problem } from '../catalogue/checking.ts'
import { anyCase } from '../catalogue/records.ts'
import { asMeant, columns, isFailure, ofPiece, ofVariant } from './cells.ts'
import type { Read } from './cells.ts'
import { Refusal } from './command.ts'

type Note = (row: number, piece: string, column: string, message: string) => void

/** Reads a spreadsheet as saved by Excel or anything else: one row a piece, more rows for its further variants. */
export function readCsv(saved: string): { pieces: GivenPiece[]; problems: Problem[] } {
  const [header = [], ...rows] = tableOf(saved)
  const names = header.map((name) => name.trim().toLowerCase())
  const problems: Problem[] = []
  const note: Note = (row, piece, column, message) => problems.push({ row, piece, column, message })
  noteHeader(names, note)
  // Without it no row is a piece of its own, and whatever else is said of them is of no help.
  if (!names.includes('sku')) return { pieces: [], problems }

  const pieces = new Map<string, Piece>()
  /** That of the row above. */
  let piece: Piece | undefined
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell === '')) continue
    const row = rowOf(index + 2, names, cells)
    const sku = row.cell('sku') || (row.isOfVariant ? (piece?.sku ?? '') : '')
    piece = pieces.get(anyCase(sku))
    if (sku === '') note(row.nth, '', 'sku', 'is missing')
    else if (piece !== undefined) noteRepeated(row, piece, note)
    else {
      piece = newPiece(row, sku, note)
      pieces.set(anyCase(sku), piece)
    }
    if (piece === undefined) continue
    if (cells.slice(names.length).some((cell) => cell !== ''))
      note(row.nth, piece.sku, '', 'has more cells than there are columns')
    if (row.isOfVariant) addVariant(row, piece, note)
  }
  const given = Array.from(pieces.values(), ({ given: one }) => one)
  for (const one of given) joinImages(one, note)
  return { pieces: given, problems }
}

/** The cells of each row, the names of the columns first. @throws {Refusal} when it is no table */
function tableOf(saved: string): string[][] {
  // In the texts too: an empty line between two lines makes paragraphs of them.
  const content = saved.replaceAll(/\r\n?/g, '\n')
  // How Excel is told what separates the cells. It does not show that line, so it counts as none.
  const said = /^sep=(.)\n/i.exec(content)
  const header = content.split('\n', 1)[0] ?? ''
  const [commonest = ','] = [';', '\t', ','].toSorted(
    (one, other) => header.split(other).length - header.split(one).length,
  )
  try {
    return parse(content, {
      delimiter: said?.[1] ?? commonest,
      from_line: said === null ? 1 : 2,
      relax_column_count: true,
      trim: true,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const { code, lines, records } = error
    const row = Number(records) + 1
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Refusal(`A quotation mark opens a cell in row ${row} and none closes it. ${howQuoted}`)
    // A cell may have lines of its own; one that was opened by mistake has those of all rows that follow.
    const isPlain = lines === row + (said === null ? 0 : 1)
    const where = `Line ${String(lines)}${isPlain ? '' : `, in row ${row} as spreadsheet programs count,`}`
    if (misplaced.includes(code))
      throw new Refusal(`${where} has a quotation mark where none can be. ${howQuoted}`)
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

function noteHeader(names: readonly string[], note: Note): void {
  for (const [at, name] of names.entries()) {
    if (name !== '' && !columns.includes(name)) note(1, '', name, 'is not a column of the catalogue')
    if (name !== '' && names.indexOf(name) !== at) note(1, '', name, 'appears twice')
  }
  if (!names.includes('sku'))
    note(1, '', 'sku', 'is missing: the first row must name the columns, and every row have the piece’s SKU')
  if (names.includes('image_texts') && !names.includes('images'))
    note(1, '', 'image_texts', 'needs the column images beside it')
}

type Row = {
  /** As spreadsheet programs count. */
  nth: number
  has: (column: string) => boolean
  /** Empty where the file has no such column. */
  cell: (column: string) => string
  /** Whether it says anything of a variant. */
  isOfVariant: boolean
}

function rowOf(nth: number, names: readonly string[], cells: readonly string[]): Row {
  const cell = (column: string) => asMeant(cells[names.indexOf(column)] ?? '')
  const isOfVariant = Object.keys(ofVariant).some((column) => cell(column) !== '')
  return { nth, has: (column) => names.includes(column), cell, isOfVariant }
}

/** A piece as far as it has been read, as its first row spells its SKU. */
type Piece = { sku: string; first: Row; given: GivenPiece }

function newPiece(first: Row, sku: string, note: Note): Piece {
  const fields: Record<string, unknown> = isOfVariantOnly(first)
    ? { sku }
    : valuesOf(first, sku, ofPiece, note)
  // With this column a piece has the variants that are named there, and no others.
  if (first.has('variant_sku')) fields['variants'] = []
  return { sku, first, given: { row: first.nth, variant_rows: [], fields } }
}

/**
 * Whether nothing in a row is of the piece itself: the one above it, which told of that, was taken out with its own
 * variant. Read as a piece's own, its empty cells would take away pictures, and whatever else may be none.
 */
const isOfVariantOnly = (row: Row): boolean =>
  row.isOfVariant && Object.keys(ofPiece).every((column) => column === 'sku' || row.cell(column) === '')

/** What a row says in those of these columns that the file has. */
function valuesOf(
  row: Row,
  sku: string,
  readers: Readonly<Record<string, Read>>,
  note: Note,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [column, read] of Object.entries(readers)) {
    if (!row.has(column)) continue
    const cell = row.cell(column)
    try {
      if (isFailure(cell)) throw new Error('must be a value')
      const value = read(cell)
      if (value !== undefined) values[column] = value
    } catch (error) {
      note(row.nth, sku, column, `${error instanceof Error ? error.message : ''}, not “${cell}”`)
    }
  }
  return values
}

/** A further row of a piece is for one more variant, and says of the piece itself nothing new. */
function noteRepeated(row: Row, { sku, first }: Piece, note: Note): void {
  if (!row.isOfVariant) note(row.nth, sku, 'sku', `is that of row ${first.nth} already`)
  else
    for (const column of Object.keys(ofPiece)) {
      const said = row.cell(column)
      if (column !== 'sku' && said !== '' && said !== first.cell(column))
        note(
          row.nth,
          sku,
          column,
          `differs from row ${first.nth}; leave it empty in the rows of further variants`,
        )
    }
}

function addVariant(row: Row, { sku, given: { fields, variant_rows } }: Piece, note: Note): void {
  // Passed over in silence, it would be taken for one that is gone.
  if (row.cell('variant_sku') === '') {
    note(row.nth, sku, 'variant_sku', 'is missing: the row says something of a variant')
    return
  }
  const said = Object.entries(valuesOf(row, sku, ofVariant, note))
  const variant = Object.fromEntries(said.map(([column, value]) => [column.replace('variant_', ''), value]))
  if (Array.isArray(fields['variants'])) fields['variants'].push(variant)
  variant_rows.push(row.nth)
}

/** Pictures and their texts are two columns, so that each reads well. `*` marks the main one if it is not the first. */
function joinImages({ row, fields }: GivenPiece, note: Note): void {
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
