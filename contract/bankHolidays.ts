const dayLength = 24 * 60 * 60_000

const [january, may, august, december] = [0, 4, 7, 11]
const [monday, tuesday] = [1, 2]

/**
 * Whether a working day's date is a bank holiday in England and Wales, by the rules of each year; days that are proclaimed
 * for a single year are not known here. `day` is that date at midnight UTC, and no Saturday or Sunday.
 */
export function isBankHoliday(day: Date): boolean {
  const [date, weekday] = [day.getUTCDate(), day.getUTCDay()]
  // The substitute day of a holiday on a weekend: the next working day that is not a holiday itself.
  switch (day.getUTCMonth()) {
    case january:
      return date === 1 || (date <= 3 && weekday === monday)
    case may:
      return weekday === monday && (date <= 7 || date >= 25)
    case august:
      return weekday === monday && date >= 25
    case december:
      return date === 25 || date === 26 || ((date === 27 || date === 28) && weekday <= tuesday)
    default: {
      const sinceEaster = (day.getTime() - easterOf(day.getUTCFullYear())) / dayLength
      return sinceEaster === -2 || sinceEaster === 1
    }
  }
}

/** Easter Sunday at midnight UTC: the Sunday after the first full moon of spring, as the calendar reckons it until 2199. */
function easterOf(year: number): number {
  const golden = year % 19
  const epact = (19 * golden + 24) % 30
  const moon = new Date(Date.UTC(year, 2, 21 + epact - (epact > 28 || (epact > 27 && golden > 10) ? 1 : 0)))
  return moon.getTime() + (7 - moon.getUTCDay()) * dayLength
}
