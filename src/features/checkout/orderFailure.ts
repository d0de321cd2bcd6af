import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { AppError } from '#src/lib/AppError.ts'
import { isStrangers } from '#src/lib/decided.ts'

/** Why an order was not placed, in words for the shopper. */
export function reasonOf(error: Error): string {
  if (!(error instanceof AppError)) return checkoutTexts.processingFailed
  if (isStrangers(error)) return checkoutTexts.needsNetwork
  if (error.code === 'idempotency_in_progress') return stillAtIt
  // A busy server's message is meant for people; that of one that failed is not.
  const isFailed = error.status >= 500 && error.code !== 'unavailable'
  return isFailed ? checkoutTexts.processingFailed : error.message
}

const stillAtIt = 'Your order is being placed. Please try again in a moment: it will not be placed twice.'
