import { lazily } from './lazily.ts'
import { type ShippingMethod, deliveryWindow } from './shipping.ts'

/**
 * When a parcel that leaves the shop on the day of `leaves` arrives: `27 November to 1 December`, `7 to 9 December` or one
 * day.
 */
export function deliveryDates(method: ShippingMethod, leaves: Date): string {
  const [first, last] = deliveryWindow(method, leaves)
  const [from, to] = [formatDay(first), formatDay(last)]
  return from === to ? to : `${from} to ${to}`.replace(/(\S+) (to \d+\s\1)$/, '$2')
}

/** `27 November`, never broken across lines. */
const formatDay = (date: Date): string => londonDay().format(date).replace(' ', '\u00A0')

// Emails, the server's pages and every browser must write the same day, whatever their own time zone is.
const londonDay = lazily(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'Europe/London' }),
)
