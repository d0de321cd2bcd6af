import type { Cart, CartItem } from '#contract/cart.ts'
import { personalView } from '#src/lib/personalView.ts'
import type { LineRef } from './line.ts'

type CartView = {
  /** As the shopper sees it; undefined while it is not known, or for a guest. */
  cart: Cart | undefined
  /** Its lines as far as they are known: before it was read, those of pieces added here. */
  lines: readonly CartItem[]
  /** Whether the server has received every change. */
  isSettled: boolean
  error: Error | null
}

/** Filled by `live.ts`. */
export const cartView = personalView<CartView>({ cart: undefined, lines: [], isSettled: true, error: null })
export const useCart = cartView.useView

type Pressed = LineRef & { what: 'add' | 'remove' }

/**
 * What was pressed on pieces' pages and is being done. Its code may be on its way: pressed again, on this button or on
 * another of the same piece, it would be done twice.
 */
export const pressedView = personalView<readonly Pressed[]>([])
