import { readAmount } from './fields.ts'

/** The value of a cell; undefined if it is empty. Throws an `Error` whose message says what was expected. */
export type Read = (cell: string) => unknown

export const text: Read = (cell) => (cell === '' ? undefined : cell)
export const textOrNone: Read = (cell) => (cell === '' ? null : cell)
export const list = (cell: string): string[] =>
  cell.split('|').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))
/** A number of pieces. Elsewhere a point before three digits separates thousands, so here too it is no decimal point. */
export const whole: Read = (cell) => {
  if (cell === '') return undefined
  const isThousands = /^\d{1,3}(,\d{3})+$/.test(cell)
  if (!isThousands && (/^\d+,\d+$/.test(cell) || /^\d{1,3}(\.\d{3})+$/.test(cell)))
    throw new Error('must be a whole number, with commas between thousands at most')
  return numberOf(isThousands ? cell.replaceAll(',', '') : cell)
}
/** A number that may have a comma as its decimal point, unless it could be a thousands separator. */
export const measure: Read = (cell) => {
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
export const amount: Read = (cell) => {
  if (cell === '') return undefined
  const pence = readAmount(cell)
  if (pence === null) throw new Error('must be an amount such as 249.00')
  return pence
}
export const amountOrNone: Read = (cell) => amount(cell) ?? null
export const flag: Read = (cell) => {
  const word = cell.toLowerCase()
  if (word === '') return undefined
  if (['yes', 'true', '1', 'y'].includes(word)) return true
  if (['no', 'false', '0', 'n'].includes(word)) return false
  throw new Error('must be yes or no')
}
/** `12/11/2026 09:00` is in November, as in Britain; of other formats only ISO's is unambiguous. */
export const date: Read = (cell) => {
  if (cell === '') return undefined
  const british = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(cell)
  const [, day = '', month = '', year = '', time = '0:00'] = british ?? []
  const iso =
    british === null
      ? cell
      : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time.replace(/^\d:/, '0$&')}Z`
  if (!isIso(iso)) throw new Error('must be a date such as 2026-11-21')
  return iso
}
function isIso(text: string): boolean {
  const found =
    /^(\d{4}-\d{2}-(\d{2}))(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)
  if (found === null || Number.isNaN(new Date(text).getTime())) return false
  // The 31st of February would be the 3rd of March.
  return new Date(`${found[1]}T00:00Z`).getUTCDate() === Number(found[2])
}
/** `Diamond; 6.6 mm; quality VS1; colour F; main` */
export const stones: Read = (cell) =>
  list(cell).map((stone) => {
    const [name = '', ...parts] = stone.split(';').map((part) => part.trim())
    const given = { name, size: null, size_unit: null, quality: null, color: null, is_main: false }
    return parts.reduce((one, part) => ({ ...one, ...partOfStone(part) }), given)
  })

function partOfStone(part: string): object {
  if (part === '') return {}
  if (part === 'main') return { is_main: true }
  const size = /^(\d+(?:\.\d+)?)\s*([^\d\s]\S*)?$/.exec(part)
  if (size !== null) return { size: Number(size[1]), size_unit: size[2] ?? null }
  const [, name, value] = /^(quality|colour)\s+(.+)$/.exec(part) ?? []
  if (name === undefined)
    throw new Error(`“${part}” must be a size such as 6.6 mm, quality …, colour …, or main`)
  return name === 'quality' ? { quality: value } : { color: value }
}
