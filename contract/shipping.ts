import { isBankHoliday } from './bankHolidays.ts'
import { longestDelivery } from './constants.ts'
import { lazily } from './lazily.ts'
import { formatMoney } from './money.ts'

/** How many working days a parcel takes from its dispatch: at least, at most. */
export const shippingMethods = [
  { value: 'standard', label: 'Standard', days: [5, 7] },
  { value: 'express', label: 'Express', days: [2, 3] },
  { value: 'overnight', label: 'Overnight', days: [1, 1] },
] as const
export type ShippingMethod = (typeof shippingMethods)[number]['value']

/** What a method is called, and how long it takes. */
export const shippingMethodOf = (method: ShippingMethod): (typeof shippingMethods)[number] =>
  shippingMethods.find(({ value }) => value === method) ?? shippingMethods[0]

/** How long a method takes, in words: `5-7 business days`. */
export function deliveryTime(method: ShippingMethod): string {
  const [first, last]: readonly [number, number] = shippingMethodOf(method).days
  if (last === 1) return 'Next business day'
  return `${first === last ? last : `${first}-${last}`} business days`
}

const costs: Record<ShippingMethod, number> = { standard: 0, express: 1299, overnight: 2499 }

/**
 * What a delivery costs, in pence. Nothing else may know it: where it comes to depend on more than the method, whoever
 * asks has to say that, too.
 */
export const shippingCost = (method: ShippingMethod): number => costs[method]

/** What a delivery of this cost in pence is said to cost: `Free`, or `£12.99`. */
export const deliveryPrice = (cost: number): string => (cost === 0 ? 'Free' : formatMoney(cost))

/** Where the shop delivers. */
export const homeCountry = 'United Kingdom'
/** What people write for it, in small letters only. */
const homeNames = [
  'unitedkingdom',
  'uk',
  'gb',
  'gbr',
  'greatbritain',
  'britain',
  'england',
  'scotland',
  'wales',
  'northernireland',
  'nireland',
  'ni',
  'cymru',
]

/**
 * Whether the shop delivers there, as far as is known: a country is whatever somebody has typed, and may not be complete
 * yet.
 */
export function deliversTo(address: { country: string } | null): boolean {
  const typed = address?.country.toLowerCase().replaceAll(/[^\p{L}]/gu, '') ?? ''
  return isHome(typed, ['', 'the'])
}

/** Whether it is one of those names or several, such as `englanduk`, each after one of the words, or begins so. */
const isHome = (typed: string, before: readonly string[]): boolean =>
  before
    .flatMap((word) => homeNames.map((name) => `${word}${name}`))
    .some(
      (name) =>
        name.startsWith(typed) ||
        (typed.startsWith(name) && isHome(typed.slice(name.length), ['', 'the', 'of', 'and'])),
    )

/** The hour in London until which an order leaves the shop on the same working day. */
const lastOrders = 14

/** The same in words. */
export const dispatchText = `Ordered by ${lastOrders % 12 || 12} ${lastOrders < 12 ? 'am' : 'pm'} on a business day, it leaves the same day.`

/**
 * A moment of the day on which an order placed at `placed` leaves the shop. If it is still there `now`, though that day
 * is over, it is the first working day from today.
 */
export function dispatchOf(placed: Date, now = placed): Date {
  const due = isWorkingDay(placed) && hourOf(placed) < lastOrders ? placed : afterWorkingDays(placed, 1)
  if (dayOf(due) >= dayOf(now)) return due
  return isWorkingDay(now) ? now : afterWorkingDays(now, 1)
}

/**
 * The first and last day of delivery for what leaves the shop on the day of `leaves`, whatever the hour: counted by the
 * working days of England and Wales in London time.
 */
export function deliveryWindow(method: ShippingMethod, leaves: Date): [Date, Date] {
  const [first, last] = shippingMethodOf(method).days
  return [afterWorkingDays(leaves, first), afterWorkingDays(leaves, last)]
}

/** Whether the last day of that is over. */
export const isDeliveryOverdue = (method: ShippingMethod, leaves: Date, now: Date): boolean =>
  dayOf(now) > dayOf(deliveryWindow(method, leaves)[1])

/** Who placed an order before this, and has not received it, may cancel it all the same, as the terms promise. */
export const lostIfPlacedBefore = (now: Date): Date =>
  new Date(now.getTime() - longestDelivery * 24 * 3_600_000)

function afterWorkingDays(start: Date, days: number): Date {
  const day = new Date(start)
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

function isWorkingDay(moment: Date): boolean {
  const date = new Date(dayOf(moment))
  const isWeekend = date.getUTCDay() % 6 === 0
  return !isWeekend && !isBankHoliday(date)
}

/** In London, as 2026-12-31. */
const dayOf = (moment: Date): string => londonDate().format(moment).split('/').reverse().join('-')

/** As 31/12/2026. */
const londonDate = lazily(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'Europe/London' }),
)

/** Of London, 0 to 23. */
const hourOf = (moment: Date): number => Number(londonHour().format(moment))
const londonHour = lazily(
  () => new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Europe/London' }),
)
