import type { FastifyBaseLogger } from 'fastify'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import type { NewOrder } from '#contract/checkout.ts'
import { transaction } from '../db/db.ts'
import { nameOfFailure } from '../process/failure.ts'
import { keep } from '../calls/idempotency.ts'
import { moveAttempt } from '../payments/attempts.ts'
import type { Payable } from '../payments/attempts.ts'
import { typedOrSaved } from '../payments/means.ts'
import type { Means } from '../payments/means.ts'
import type { PaymentGateway } from '../payments/port.ts'
import { ApiError, toProblem } from '../http/problem.ts'
import type { Services } from '../services.ts'
import type { CheckoutCall } from './quote.ts'
import { countDeclined } from './tries.ts'

type PayingServices = Services & {
  gateway: PaymentGateway
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** A card the gateway will have nothing to do with is refused before anything about it is kept. */
export function refuseUnknownMeans(gateway: PaymentGateway, order: NewOrder): void {
  const { typed } = typedOrSaved(order)
  const errors = typed && gateway.refuses(typed)
  if (errors === null) return
  const [message = checkoutTexts.paymentFailed] = Object.values(errors).flat()
  throw new ApiError(400, 'invalid_input', message, { errors })
}

/**
 * Has the gateway authorise the payment; returns its reference, of which there is none if the order costs nothing.
 * @throws {ApiError} 402
 */
export async function authorise(
  services: PayingServices,
  call: CheckoutCall,
  { id, amount, means }: Payable & { means: Means },
): Promise<string | null> {
  const { gateway, log } = services
  if (amount === 0) return null
  const answer = await gateway.authorise(id, amount, means.payment).catch((error: unknown) => {
    log.error({ attempt: id, error: nameOfFailure(error) }, 'The payment gateway failed')
    throw declined()
  })
  if (answer.isApproved) return answer.reference
  log.warn({ attempt: id, reason: answer.reason }, 'A payment was declined')
  const refusal = declined()
  await keepDecline(services, call, id, refusal)
  throw refusal
}

/** A decline is an answer like any other: sent again under its key, the call does not reach the gateway twice. */
async function keepDecline(
  services: Services,
  call: CheckoutCall,
  attempt: string,
  refusal: ApiError,
): Promise<void> {
  const { db } = services
  const { status, body } = toProblem(refusal)
  await transaction(db, async (tx) => {
    // Given up meanwhile, it has given its key back: that may have been answered to another call since.
    if (await moveAttempt(tx, attempt, ['started'], 'declined'))
      await keep(tx, call, { status_code: status, body })
    await countDeclined(services, tx, call.whence)
  })
}

export const declined = () => new ApiError(402, 'payment_declined', checkoutTexts.paymentFailed)
