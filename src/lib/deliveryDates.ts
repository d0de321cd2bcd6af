import { type ShippingMethod, deliveryWindow } from '#contract/shipping.ts'
import { formatDay } from './dates.ts'

/** When a parcel that was ordered at `placed` arrives: `27 November to 1 December`, or one day. */
export function deliveryDates(method: ShippingMethod, placed: Date): string {
  const [first, last] = deliveryWindow(method, placed).map(formatDay)
  return first === last ? `${first}` : `${first} to ${last}`
}
