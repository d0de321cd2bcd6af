/** 7 % of what is paid for the goods. */
export const taxPercent = 7
export const taxAdded = `Plus ${taxPercent}% tax, added in your cart`

/** Whole pence, each of them; `subtotal - discount + shipping + tax = total`. */
export type Totals = {
  subtotal: number
  discount: number
  shipping: number
  tax: number
  total: number
}

/** `percent` of whole, non-negative pence, rounded half up to a penny. */
export const percentOf = (pence: number, percent: number): number => Math.floor((pence * percent + 50) / 100)

/** The totals of an order: shown by the browser before it is placed, decided by the server when it is. */
export function orderTotals(
  lines: readonly { price: number; quantity: number }[],
  couponPercent: number,
  shipping: number,
): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0)
  const discount = percentOf(subtotal, couponPercent)
  const tax = percentOf(subtotal - discount, taxPercent)
  return { subtotal, discount, shipping, tax, total: subtotal - discount + shipping + tax }
}
