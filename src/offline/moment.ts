import { lazily } from '#contract/lazily.ts'

const time = lazily(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }))
const day = lazily(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }))

/** When something was read, by the device's own clock: '14:32', 'yesterday, 14:32', '12 November, 14:32'. */
export function momentOf(at: number, now = new Date()): string {
  const then = new Date(at)
  const isOn = (date: Date) => then.toDateString() === date.toDateString()
  if (isOn(now)) return time().format(then)
  // By the calendar: a day on which the clocks change has not twenty-four hours.
  const isYesterday = isOn(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))
  return `${isYesterday ? 'yesterday' : day().format(then)}, ${time().format(then)}`
}
