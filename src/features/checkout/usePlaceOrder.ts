import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewOrder, OrderPlaced } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { AppError } from '#src/lib/AppError.ts'
import { isRefused } from '#src/lib/decided.ts'
import { useIsHere } from '#src/lib/useIsHere.ts'
import { notify } from '#src/ui/notify.ts'
import { placeOrder } from './api.ts'
import type { Shown } from './newOrder.ts'
import { reasonOf } from './orderFailure.ts'

/** One intention to order: sent as often as needed, always with the same key. `shown` is what the shopper saw of it. */
type Attempt = { key: string; order: NewOrder; shown: Shown }

type Told = {
  /** `order` as it was sent. */
  onPlaced: (answer: OrderPlaced, order: NewOrder) => void
  /** Called if the order comes to something other than what was shown; resolves once that is up to date. */
  onChanged: () => Promise<void>
}

/**
 * Places an order at most once, however often answers are lost on the way, and none beside another that is still under
 * way: whichever came second would be refused, though it is what the shopper wanted last.
 */
export function usePlaceOrder(customer: string, { onPlaced, onChanged }: Told) {
  const queryClient = useQueryClient()
  const call = placeOrder(customer)
  const theirs = { mutationKey: call.mutationKey }
  // Also one that is forgotten here, or was sent from a checkout that was left since.
  const isUnderWay = useIsMutating(theirs) > 0
  const [attempt, setAttempt] = useState<Attempt | null>(null)
  const isHere = useIsHere()
  /** The call whose failure is shown here; one before it may still be under way. */
  const watched = useRef<object | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    ...call,
    // Here and not in the call's own callbacks, which run only after the cart has been refetched: it must not be seen
    // empty.
    onSuccess: (answer, { order }) => onPlaced(answer, order),
    onError: async (failure, sent) => {
      if (!isHere.current || watched.current !== sent) {
        const reason = reasonOf(failure)
        notify.error(isRefused(failure) ? `${checkoutTexts.failed}: ${reason}` : reason)
      }
      // Otherwise it may have been placed, or may yet be.
      if (isRefused(failure)) setAttempt(null)
      // The cart is refetched after every failure, and the button waits for both.
      if (failure instanceof AppError && failure.code === 'conflict') await onChanged()
    },
  })

  return {
    /** Whether the order that was sent from here is being placed. */
    isPending,
    /** Whether any order of this customer is, so that no other is sent. */
    isUnderWay,
    error: isPending ? null : error,
    /** Stops showing it here; a message tells what becomes of it. */
    forget() {
      watched.current = null
      reset()
    },
    /** What was sent and may already have been ordered, though nobody answered. */
    unanswered: attempt,
    place(order: NewOrder, shown: Shown) {
      if (queryClient.isMutating(theirs) > 0) return
      const isAgain = attempt !== null && JSON.stringify(attempt.order) === JSON.stringify(order)
      const next = isAgain ? attempt : { key: crypto.randomUUID(), order, shown }
      setAttempt(next)
      const sent = { order, key: next.key }
      watched.current = sent
      mutate(sent)
    },
  }
}
