import { formatMoney } from '#contract/money.ts'
import { charactersOf } from './beginningOf.ts'

/**
 * One line of a text that anybody may have written: without line breaks, after which it could pass for a line of the
 * desk's own, and without characters that reverse the order of letters (https://unicode.org/reports/tr9/).
 */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

/** Lines of such a text set apart from the desk's own, for one of which none can pass. */
export const indented = (lines: readonly string[]): string =>
  lines.map((line) => `  ${oneLine(line)}`).join('\n')

/** Letters of two columns (https://unicode.org/reports/tr11/), and emoji, which terminals give as many. */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{RGI_Emoji}\u3000-\u303e\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]/v
/** Nothing to be seen, and no room. */
const hidden = /^\p{Default_Ignorable_Code_Point}+$/u

/** In a terminal's columns. */
function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  const widths = charactersOf(text).map((one) => (wide.test(one) ? 2 : hidden.test(one) ? 0 : 1))
  return widths.reduce<number>((sum, width) => sum + width, 0)
}

const filledUp = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** Columns under their titles; numbers stand to the right. */
export function table(titles: readonly string[], given: readonly (readonly (string | number)[])[]): string {
  const rows = given.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : oneLine(cell))))
  const widths = titles.map((title, column) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(String(row[column] ?? '')))),
  )
  const line = (cells: readonly (string | number)[]) =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? ''
        return typeof cell === 'number' ? String(cell).padStart(width) : filledUp(cell, width)
      })
      .join('  ')
      .trimEnd()
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Names to the left, what they are to the right. */
export function facts(given: readonly (readonly [string, string])[]): string {
  const width = Math.max(...given.map(([name]) => widthOf(name)))
  return given.map(([name, fact]) => `${filledUp(name, width)}  ${oneLine(fact)}`.trimEnd()).join('\n')
}

const moment = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Europe/London',
})

/** When, as the shop's clock shows it. */
export const when = (at: Date | string): string => moment.format(new Date(at))

/** Whole pence. */
export const money = (pence: number): string => formatMoney(pence)
