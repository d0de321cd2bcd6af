import { checkoutTexts } from '#contract/checkout.ts'
import { AppError } from '#src/lib/AppError.ts'
import { isStrangers } from '#src/lib/decided.ts'

/** Why an order was not placed, in words meant for the shopper. */
export function reasonOf(error: Error): string {
  if (!(error instanceof AppError)) return checkoutTexts.processingFailed
  if (isStrangers(error)) return checkoutTexts.needsNetwork
  if (error.code === 'idempotency_in_progress') return stillAtIt
  // A server that is busy says so in words meant for people; one that failed has none.
  const isFailed = error.status >= 500 && error.code !== 'unavailable'
  return isFailed ? checkoutTexts.processingFailed : error.message
}

const stillAtIt = 'Your order is being placed. Please try again in a moment: it will not be placed twice.'
