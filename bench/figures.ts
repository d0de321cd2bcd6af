/** The middle one of these, or what is halfway between the middle two; 0 of none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

/** The one that this share of them is below, such as 0.99; 0 of none. */
export const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)] ?? 0

/**
 * One line of a report: the median, or the worst where each is promised, against what is promised; the best says what a
 * busy machine would do by itself. Sets the exit code when the promise is missed.
 */
export function report(
  what: string,
  figures: readonly number[],
  promised: number,
  unit: string,
  judged: 'median' | 'each' = 'median',
) {
  const middle = median(figures)
  const isKept = (judged === 'each' ? Math.max(...figures) : middle) <= promised
  if (!isKept) process.exitCode = 1
  const number = (figure: number) => `${figure.toFixed(unit === 'ms' ? 1 : 2).padStart(6)} ${unit}`
  console.log(
    `${isKept ? 'kept  ' : 'MISSED'} median ${number(middle)}  (of ${figures.length}; best ${number(Math.min(...figures))}; worst ${number(Math.max(...figures))}; promised ${promised} ${unit}${judged === 'each' ? ' each' : ''})  ${what}`,
  )
}

/** One line of a report in its own words. Sets the exit code when the promise is missed. */
export function tell(isKept: boolean, what: string): void {
  if (!isKept) process.exitCode = 1
  console.log(`${isKept ? 'kept  ' : 'MISSED'} ${what}`)
}
