import type { QueryClient } from '@tanstack/react-query'
import { followCart } from '#src/features/cart/live.ts'
import { followWishlist } from '#src/features/wishlist/live.ts'
import { outbox } from '#src/offline/outbox.ts'

let isStarted = false

/** Shows a customer's own things and sends what waits, until the function it gives is called. */
export function attend(queryClient: QueryClient, customer: string, current: () => string | null): () => void {
  const stops = [followCart(queryClient, customer), followWishlist(queryClient, customer)]
  if (!isStarted) {
    isStarted = true
    outbox.start(queryClient, current)
  }
  return () => {
    for (const stop of stops) stop()
  }
}

export const forgetWaiting = () => outbox.wipe()
