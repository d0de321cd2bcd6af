import type { PaymentGateway } from './port.ts'

/**
 * How long a gateway may take over one call, in milliseconds. A checkout waits for two calls, for three if a card is
 * kept, and a shopper's browser waits for half a minute. After that an attempt that nobody has touched counts as
 * abandoned (`abandonedAfter` in recovery.ts), which must not happen to one whose call is still under way.
 */
const longestCall = 8_000

class Unanswered extends Error {
  override name = 'Unanswered'
}

/**
 * The gateway, with a time limit: a call that is not answered in time fails, as one whose outcome is not known. It may
 * still be done, so its payment is released like that of any such call.
 */
export function inTime(gateway: PaymentGateway, limit = longestCall): PaymentGateway {
  const limited = async <T>(answer: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Unanswered('The gateway does not answer')), limit)
    try {
      return await Promise.race([answer, promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    refuses: (payment) => gateway.refuses(payment),
    keepCard: (card) => limited(gateway.keepCard(card)),
    forgetCard: (card) => limited(gateway.forgetCard(card)),
    authorise: (...payment) => limited(gateway.authorise(...payment)),
    capture: (attempt) => limited(gateway.capture(attempt)),
    release: (attempt) => limited(gateway.release(attempt)),
  }
}
