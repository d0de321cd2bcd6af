import { formatMoney } from '#contract/money.ts'

/** Columns under their titles; numbers stand to the right. */
export function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
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
  return given.map(([name, fact]) => `${name.padEnd(width)}  ${fact}`.trimEnd()).join('\n')
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

/** `1 piece`, `2 pieces`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
