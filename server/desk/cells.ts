import { noDate, readInstant } from '../catalogue/pieceRecord.ts'
import type { PieceRecord } from '../catalogue/pieceRecord.ts'
import { readAmount } from './fields.ts'

/** The value of a cell; undefined if it is empty. Throws an `Error` whose message says what was expected. */
export type Read = (cell: string) => unknown

/** What spreadsheet programs show, and save, of a formula that fails. */
export const isFailure = (cell: string): boolean =>
  /^(#(N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|ERROR!)|Err:\d{3})$/.test(cell)

const text: Read = (cell) => (cell === '' ? undefined : cell)
const textOrNone: Read = (cell) => (cell === '' ? null : cell)
const list = (cell: string): string[] =>
  cell.split('|').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
/** A number of pieces. Elsewhere a point before three digits separates thousands, so here too it is no decimal point. */
const whole: Read = (cell) => {
  if (cell === '') return undefined
  const isThousands = /^\d{1,3}(,\d{3})+$/.test(cell)
  if (!isThousands && (/^\d+,\d+$/.test(cell) || /^\d{1,3}(\.\d{3})+$/.test(cell)))
    throw new Error('must be a whole number, with commas between thousands at most')
  return numberOf(isThousands ? cell.replaceAll(',', '') : cell)
}
/** A number that may have a comma as its decimal point, unless it could be a thousands separator. */
const measure: Read = (cell) => {
  if (cell === '') return undefined
  if (/^\d+,\d{3}$/.test(cell))
    throw new Error(
      `could be ${cell.replace(',', '.')} or ${cell.replace(',', '')}; write it without a comma`,
    )
  return numberOf(cell.replace(',', '.'))
}
function numberOf(plain: string): number {
  if (!/^\d+(\.\d+)?$/.test(plain)) throw new Error('must be a number of 0 or more, such as 3')
  return Number(plain)
}
const amount: Read = (cell) => {
  if (cell === '') return undefined
  const pence = readAmount(cell)
  if (pence === null) throw new Error('must be an amount such as 249.00, at most £1,000,000')
  return pence
}
const amountOrNone: Read = (cell) => amount(cell) ?? null
const flag: Read = (cell) => {
  const word = cell.toLowerCase()
  if (word === '') return undefined
  if (['yes', 'true', '1', 'y'].includes(word)) return true
  if (['no', 'false', '0', 'n'].includes(word)) return false
  throw new Error('must be yes or no')
}
/** As {@link readInstant} reads it, or `12/11/2026 09:00`, which is in November, as in Britain. */
const date: Read = (cell) => {
  if (cell === '') return undefined
  const british = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(cell)
  const [, day = '', month = '', year = '', time = '0:00'] = british ?? []
  const iso =
    british === null
      ? cell
      : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time.replace(/^\d:/, '0$&')}Z`
  if (readInstant(iso) === null) throw new Error(noDate)
  return iso
}
export type Stone = PieceRecord['gemstones'][number]

/** `Diamond; 6.6 mm; quality VS1; colour F; main` */
export const stones = (cell: string): Stone[] =>
  list(cell).map((stone) => {
    const [name = '', ...parts] = stone.split(';').map((part) => part.trim())
    const given: Stone = { name, size: null, size_unit: null, quality: null, color: null, is_main: false }
    return parts.reduce((one, part) => ({ ...one, ...partOfStone(part) }), given)
  })

/** What a stone's size may look like. */
export const sizeExamples = '6.6 mm, 6 x 4 mm or 7-7.5 mm'
const stoneSize =
  /^(\d+(?:\.\d+)?)((?:\s*[x×]\s*\d+(?:\.\d+)?)+|\s*[-–]\s*\d+(?:\.\d+)?)?\s*([\p{L}"″°][^\d\s]*)?$/iu

/** A size has one number: what else there is of it stands before its unit, as it is shown, `× 4 mm` or `–7.5 mm`. */
function unitOf(more: string, unit: string | undefined): string | null {
  const others = more.match(/[\d.]+/g)?.map(Number)
  if (others === undefined) return unit ?? null
  const sign = /[x×]/i.test(more) ? '× ' : '–'
  return `${others.map((other) => sign + other).join(' ')} ${unit ?? 'mm'}`
}

function partOfStone(part: string): Partial<Stone> {
  if (part === '') return {}
  if (part === 'main') return { is_main: true }
  const [, size, more = '', unit] = stoneSize.exec(part) ?? []
  if (size !== undefined) return { size: Number(size), size_unit: unitOf(more, unit) }
  if (/^\d+(\s+\d+)?\s*[/⁄]\s*\d/.test(part))
    throw new Error(`“${part}” has a fraction; write it with a point, such as 0.5 ct`)
  const [, name, value = null] = /^(quality|colour)\s+(.+)$/.exec(part) ?? []
  if (name === undefined)
    throw new Error(`“${part}” must be a size such as ${sizeExamples}, quality …, colour …, or main`)
  return name === 'quality' ? { quality: value } : { color: value }
}

/** How each column of a piece is read. */
export const ofPiece: Readonly<Record<string, Read>> = {
  sku: text,
  name: text,
  slug: text,
  category: (cell) => text(cell.toLowerCase()),
  collections: list,
  materials: list,
  gemstones: stones,
  short_description: text,
  description: text,
  meta_title: textOrNone,
  meta_description: textOrNone,
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
} satisfies Record<Exclude<keyof PieceRecord, 'variants'> | 'image_texts', Read>
/** The same of a variant’s columns. */
export const ofVariant: Readonly<Record<string, Read>> = {
  variant_sku: text,
  variant_name: text,
  variant_price: amount,
  variant_compare_at_price: amountOrNone,
  variant_stock_quantity: whole,
} satisfies Record<`variant_${keyof PieceRecord['variants'][number]}`, Read>
/** All that a spreadsheet may have, in the order in which it is written. */
export const columns: readonly string[] = [...Object.keys(ofPiece), ...Object.keys(ofVariant)]

/**
 * What a spreadsheet program would take for a formula; behind apostrophes too, so that each text comes back as it was.
 */
const asFormula = /^'*[=+\-@\t\r＝＋－＠]/

/** A text with an apostrophe in front if a spreadsheet program would take it for a formula. */
export const defused = (cell: string): string => (asFormula.test(cell) ? `'${cell}` : cell)

/** The text that {@link defused} was given. */
export const asMeant = (cell: string): string =>
  cell.startsWith("'") && asFormula.test(cell) ? cell.slice(1) : cell
