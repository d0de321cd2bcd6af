import { type ShippingMethod, deliveryWindow } from '#contract/shipping.ts'
import { formatDay } from './dates.ts'

/** When a parcel that leaves the shop on the day of `leaves` arrives: `27 November to 1 December`, or one day. */
export function deliveryDates(method: ShippingMethod, leaves: Date): string {
  const [first, last] = deliveryWindow(method, leaves).map(formatDay)
  return first === last ? `${first}` : `${first} to ${last}`
}
