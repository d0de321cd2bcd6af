import type { Cart } from '#contract/cart.ts'
import { personalView } from '#src/lib/personalView.ts'

type CartView = {
  /** As the shopper sees it; undefined while it is not known, or for a guest. */
  cart: Cart | undefined
  /** Whether the server has received every change. */
  isSettled: boolean
  error: Error | null
}

/** Filled by `live.ts`. */
export const cartView = personalView<CartView>({ cart: undefined, isSettled: true, error: null })
export const useCart = cartView.useView
