import { formatMoney } from '#contract/money.ts'

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

/** Columns under their titles; numbers stand to the right. */
export function table(titles: readonly string[], given: readonly (readonly (string | number)[])[]): string {
  const rows = given.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : oneLine(cell))))
  const widths = titles.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => String(row[column] ?? '').length)),
  )
  const line = (cells: readonly (string | number)[]) =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? ''
        return typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [line(titles), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** Names to the left, what they are to the right. */
export function facts(given: readonly (readonly [string, string])[]): string {
  const width = Math.max(...given.map(([name]) => name.length))
  return given.map(([name, fact]) => `${name.padEnd(width)}  ${oneLine(fact)}`.trimEnd()).join('\n')
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
