import type { CartItem } from './cart.ts'
import { type Pounds, toPence } from './money.ts'
import { type Totals, orderTotals } from './totals.ts'

/** What one piece of the line costs. */
export const unitPrice = (line: Pick<CartItem, 'product' | 'variant'>): Pounds =>
  line.variant?.price ?? line.product.price

/** Tells a line from the others: the server's id exists only once the server has it. */
export const lineKey = ({ product_id, variant_id }: Pick<CartItem, 'product_id' | 'variant_id'>): string =>
  `${product_id}-${variant_id ?? ''}`

/** What the lines come to, to the penny as the server reckons it. */
export const cartTotals = (lines: readonly CartItem[], couponPercent: number, shipping: number): Totals =>
  orderTotals(
    lines.map((line) => ({ price: toPence(unitPrice(line)), quantity: line.quantity })),
    couponPercent,
    shipping,
  )
