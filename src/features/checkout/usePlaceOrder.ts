import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CartItem } from '#contract/cart.ts'
import type { NewOrder } from '#contract/checkout.ts'
import type { Order } from '#contract/order.ts'
import { AppError } from '#src/lib/AppError.ts'
import { isRefused } from '#src/lib/decided.ts'
import { placeOrder } from './api.ts'

/** One intention to order: sent as often as it takes, always under the same key. */
type Attempt = { key: string; intention: string; lines: readonly CartItem[] }

type Told = {
  onPlaced: (order: Order) => void
  /** The order comes to something else than what was shown; done once that is up to date. */
  onChanged: () => Promise<void>
}

/** Places an order at most once, however often answers get lost on the way. */
export function usePlaceOrder({ onPlaced, onChanged }: Told) {
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    ...placeOrder(),
    // Here and not at the call: the cart is read anew before the call's own callbacks, and must not be seen empty.
    onSuccess: ({ data }) => onPlaced(data),
    onError: async (failure) => {
      // Otherwise it may have been placed, or may yet be.
      if (isRefused(failure)) setAttempt(null)
      // The cart is read anew after every failure, and the button waits for both.
      if (failure instanceof AppError && failure.code === 'conflict') await onChanged()
    },
  })

  return {
    isPending,
    error: isPending ? null : error,
    forget: reset,
    /** What was sent and may have been ordered already, though nobody answered. */
    unanswered: attempt?.lines ?? null,
    place(order: NewOrder, lines: readonly CartItem[]) {
      const intention = JSON.stringify(order)
      const next = attempt?.intention === intention ? attempt : { key: crypto.randomUUID(), intention, lines }
      setAttempt(next)
      mutate({ order, key: next.key })
    },
  }
}
