import { type ShippingMethod, deliveryWindow } from '#contract/shipping.ts'
import { formatDays } from './dates.ts'

/** When a parcel that leaves the shop on the day of `leaves` arrives: `27 November to 1 December`, or one day. */
export const deliveryDates = (method: ShippingMethod, leaves: Date): string =>
  formatDays(deliveryWindow(method, leaves))
