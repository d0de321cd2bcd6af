import { useQueryClient } from '@tanstack/react-query'
import type { Cart } from '#contract/cart.ts'
import { debounce } from '#contract/constants.ts'
import { personalView } from '#src/lib/personalView.ts'
import { useSession } from '#src/lib/useSession.ts'
import type { CartPayload } from './intents.ts'
import type { LineRef } from './line.ts'

type CartView = {
  /** As the shopper sees it; undefined while nothing is known of it, or for a guest. */
  cart: Cart | undefined
  /** Whether the server has heard of everything. */
  isSettled: boolean
  error: Error | null
}

/** Filled by `live.ts`. */
export const cartView = personalView<CartView>({ cart: undefined, isSettled: true, error: null })
export const useCart = cartView.useView

/** Changes the cart, online and offline alike; null for a guest, who has none. */
export function useCartChanges() {
  const queryClient = useQueryClient()
  const { user } = useSession()
  if (!user) return null
  const post = async (payload: CartPayload, delay = 0) => {
    const { postToCart } = await import('./live.ts')
    await postToCart(queryClient, user.id, payload, delay)
  }
  return {
    add: (line: Omit<Extract<CartPayload, { kind: 'add' }>, 'kind' | 'base'>) =>
      post({ kind: 'add', ...line, base: 0 }),
    /** Quick taps on the stepper are one change: the last quantity, half a second after the last tap. */
    setQuantity: ({ product_id, variant_id }: LineRef, quantity: number) =>
      post({ kind: 'set', product_id, variant_id, quantity }, debounce.cartQuantity),
    remove: ({ product_id, variant_id }: LineRef) => post({ kind: 'remove', product_id, variant_id }),
    clear: () => post({ kind: 'clear' }),
  }
}
