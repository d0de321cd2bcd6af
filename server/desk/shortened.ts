import { table } from './table.ts'

/** So many rows of one kind `todo` shows: more would hide the other kinds. */
export const mostShown = 50

/**
 * The table of those that have waited longest, and below it how many more there are; `rows` are in that order. `whole` is
 * the command that has them all, if one has.
 */
export function tableOfOldest(
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  { whole }: { whole?: string } = {},
): string {
  const others = rows.length - mostShown
  const more = `… and ${others} newer ones${whole === undefined ? '' : `: ${whole} has them all`}.`
  return [table(titles, rows.slice(0, mostShown)), ...(others > 0 ? [more] : [])].join('\n')
}
