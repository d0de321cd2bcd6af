import { authTexts } from '#contract/authTexts.ts'
import { longToast } from '#contract/constants.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { forgetCoupon } from '#src/features/cart/coupon.ts'
import { followCart } from '#src/features/cart/live.ts'
import { followWishlist } from '#src/features/wishlist/live.ts'
import { expectedBack } from '#src/lib/expectedBack.ts'
import { leftDrafts } from '#src/lib/leftDrafts.ts'
import { forgetOwn } from '#src/offline/copies.ts'
import { whoIsSignedIn } from '#src/offline/customer.ts'
import { outbox } from '#src/offline/outbox.ts'
import { startTelling } from '#src/offline/tell.ts'
import { notify } from '#src/ui/notify.ts'

let isStarted = false

/** Shows a customer's own data and sends what is waiting, until the returned function is called. */
export function attend(queryClient: QueryClient, customer: string): () => void {
  expectedBack.remove(customer)
  // Whoever logs in within seconds of it would still be told so.
  notify.dismiss(authTexts.sessionExpired)
  const stops = [followCart(queryClient, customer), followWishlist(queryClient, customer)]
  if (!isStarted) {
    isStarted = true
    outbox.start(queryClient, whoIsSignedIn)
    startTelling()
  } else void outbox.flush()
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * Reports that the session has expired, in the same message as whatever failed because of it; other ends are the
 * customer's own doing.
 */
export function sayEnd(reason: string | null = authTexts.sessionExpired): void {
  if (reason === authTexts.sessionExpired) notify.error(reason, { id: reason })
}

/**
 * Removes from this browser whatever belongs to a customer, whoever it is. If somebody else has signed in by the time a
 * tab hears that this one has left, it removes only the former customer's things.
 */
export async function forget(left: string): Promise<void> {
  const now = whoIsSignedIn()
  if (now !== null && now === left) return
  if (!expectedBack.all().includes(left)) forgetCoupon(left)
  const whose = now === null ? undefined : left
  await Promise.allSettled([outbox.wipe(whose), forgetOwn(whose)])
}

/**
 * The same for a customer who leaves of their own accord, called as they leave; returns how to do it. Nobody is expected
 * back, for whom anything would wait. They had been promised that it would be sent, so they are told.
 */
export function seeOff(left: string): () => Promise<void> {
  const isWaiting = () => outbox.all().some(({ customer }) => customer === left)
  const wasWaiting = isWaiting()
  return async () => {
    expectedBack.remove(left)
    leftDrafts.forget(left)
    // What waits may not have been read until now.
    const isLost = wasWaiting || isWaiting()
    await forget(left)
    if (isLost) notify.warning(savedTexts.waitingGone, { duration: longToast })
  }
}
