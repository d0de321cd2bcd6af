import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { AppError } from '#src/lib/AppError.ts'
import { isStrangers } from '#src/lib/decided.ts'

/** Why an order was not placed, in words for the shopper. */
export function reasonOf(error: Error): string {
  if (!(error instanceof AppError)) return failed
  // It was sent: whether it arrived, nobody here knows.
  if (isStrangers(error)) return checkoutTexts.unanswered
  if (error.code === 'idempotency_in_progress') return stillAtIt
  // A busy server's message is meant for people; that of one that failed is not.
  const isFailed = error.status >= 500 && error.code !== 'unavailable'
  return isFailed ? failed : error.message
}

/** Whether an order was refused because there is nothing in the cart, be it that another order took it. */
export const isOfEmptyCart = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'empty_cart'

const failed = `${checkoutTexts.processingFailed} It will not be placed twice.`
const stillAtIt = 'Your order is being placed. Please try again in a moment: it will not be placed twice.'
