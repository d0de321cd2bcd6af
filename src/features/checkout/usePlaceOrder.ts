import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewOrder, OrderPlaced } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { AppError } from '#src/lib/AppError.ts'
import { isRefused } from '#src/lib/decided.ts'
import { useIsHere } from '#src/lib/useIsHere.ts'
import { lookForVersion } from '#src/offline/lookForVersion.ts'
import { notify } from '#src/ui/notify.ts'
import { placeOrder } from './api.ts'
import type { Shown } from './newOrder.ts'
import { isOfEmptyCart, reasonOf } from './orderFailure.ts'

/** One intention to order: sent as often as needed, always with the same key. `shown` is what the shopper saw of it. */
type Attempt = { key: string; order: NewOrder; shown: Shown }

/**
 * `instead`: asked for in turn, should it not have been this one that emptied the cart; null for an order that is not
 * merely to be shown.
 */
type Sent = Attempt & { instead: readonly Attempt[] | null }

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
  /** What may have been placed, the oldest first: a later one is another order, and says nothing of those before. */
  const [attempts, setAttempts] = useState<readonly Attempt[]>([])
  const isHere = useIsHere()
  /** The call whose failure is shown here; one before it may still be under way. */
  const watched = useRef<object | null>(null)
  const { mutate, isPending, variables, error, reset } = useMutation<OrderPlaced, Error, Sent>({
    ...call,
    // Here and not in the call's own callbacks, which run only after the cart has been refetched: it must not be seen
    // empty.
    onSuccess: (answer, { order }) => onPlaced(answer, order),
    onError: async (failure, sent) => {
      // Otherwise it may have been placed, or may yet be.
      if (isRefused(failure)) setAttempts((all) => all.filter(({ key }) => key !== sent.key))
      const [next, ...others] = sent.instead ?? []
      if (next && isOfEmptyCart(failure)) return send(next, others)
      if (!isHere.current || watched.current !== sent) {
        const reason = reasonOf(failure)
        notify.error(isRefused(failure) ? `${checkoutTexts.failed}: ${reason}` : reason)
      }
      if (!(failure instanceof AppError) || failure.code !== 'conflict') return
      // The server may be of one with another tax or delivery: then this build can place no order.
      void lookForVersion()
      // The cart is refetched after every failure, and the button waits for both.
      await onChanged()
    },
  })
  const send = (attempt: Attempt, instead: Sent['instead']) => {
    const sent = { ...attempt, instead }
    watched.current = sent
    mutate(sent)
  }

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
    /** Whether the order that was sent last is only to be shown, and nothing is decided of it. */
    isAskedAgain: Boolean(variables?.instead) && !(error && isRefused(error)),
    /** What was sent and may already have been ordered, though nobody answered. */
    unanswered: isPending ? variables : (attempts[0] ?? null),
    /** `isAgain`: an order that was sent is only to be shown, be it this one or another that nobody answered. */
    place(order: NewOrder, shown: Shown, isAgain: boolean) {
      if (queryClient.isMutating(theirs) > 0) return
      const wanted = JSON.stringify(order)
      const known = attempts.find((one) => JSON.stringify(one.order) === wanted)
      // What the same order's addresses are may have been put right since.
      const attempt = { key: known?.key ?? crypto.randomUUID(), order, shown }
      setAttempts(known ? attempts.map((one) => (one === known ? attempt : one)) : [...attempts, attempt])
      send(attempt, isAgain ? attempts.filter((one) => one !== known) : null)
    },
  }
}
