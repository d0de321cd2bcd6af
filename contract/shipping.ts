import { isBankHoliday } from './bankHolidays.ts'
import { lazily } from './lazily.ts'
import { formatMoney } from './money.ts'

/** Costs in pence; working days from dispatch. */
export const shippingMethods = [
  { value: 'standard', label: 'Standard', cost: 0, days: [5, 7], duration: '5-7 business days' },
  { value: 'express', label: 'Express', cost: 1299, days: [2, 3], duration: '2-3 business days' },
  {
    value: 'overnight',
    label: 'Overnight',
    cost: 2499,
    days: [1, 1],
    duration: 'Next business day',
  },
] as const
export type ShippingMethod = (typeof shippingMethods)[number]['value']

/** What a method is called, costs and takes. */
export const shippingMethodOf = (method: ShippingMethod): (typeof shippingMethods)[number] =>
  shippingMethods.find(({ value }) => value === method) ?? shippingMethods[0]

/** Cost of a shipping method in pence. */
export const shippingCost = (method: ShippingMethod): number => shippingMethodOf(method).cost

/** What a delivery of this cost in pence is said to cost: `Free`, or `£12.99`. */
export const deliveryPrice = (cost: number): string => (cost === 0 ? 'Free' : formatMoney(cost))

/**
 * The first and last day of delivery for an order placed at `placed`, counting the working days of England and Wales in
 * London time.
 */
export function deliveryWindow(method: ShippingMethod, placed: Date): [Date, Date] {
  const [first, last] = shippingMethodOf(method).days
  return [afterWorkingDays(placed, first), afterWorkingDays(placed, last)]
}

function afterWorkingDays(start: Date, days: number): Date {
  const day = new Date(start)
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

function isWorkingDay(moment: Date): boolean {
  const date = new Date(londonDate().format(moment).split('/').reverse().join('-'))
  const isWeekend = date.getUTCDay() % 6 === 0
  return !isWeekend && !isBankHoliday(date)
}

/** As 31/12/2026. */
const londonDate = lazily(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeZone: 'Europe/London' }),
)
