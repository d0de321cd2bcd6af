import { counted } from '#contract/counted.ts'
import type { Cart } from '#contract/cart.ts'

/** How many pieces are in the cart; none while it is not known. */
export const pieces = (cart: Cart | undefined): number =>
  cart?.items.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0

export const cartLabel = (count: number): string => (count === 0 ? 'Cart' : `Cart, ${counted(count, 'item')}`)
