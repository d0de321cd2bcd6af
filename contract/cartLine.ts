import type { CartItem } from './cart.ts'
import type { Pounds } from './money.ts'

/** What one piece of the line costs. */
export const unitPrice = (line: Pick<CartItem, 'product' | 'variant'>): Pounds =>
  line.variant?.price ?? line.product.price

/** How many of the line's piece are in stock, in the chosen variant where there is one. */
export const stockOf = (line: CartItem): number => line.variant?.stock_quantity ?? line.product.stock_quantity
