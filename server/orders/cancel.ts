import { isCancellable, orderTexts } from '#contract/orderTexts.ts'
import { returnStock } from '../catalogue/stock.ts'
import { transaction } from '../db/db.ts'
import { orderCancelledMail } from '../mail/messages.ts'
import { queueMail } from '../mail/outbox.ts'
import { attemptsOf, moveAttempt } from '../payments/attempts.ts'
import { releasePayment } from '../payments/recovery.ts'
import { ApiError, notFound } from '../problem.ts'
import type { OrderServices } from './checkout.ts'
import { contactOf, findOrder, lockOrder, setStatus, stockLinesOf } from './store.ts'

/**
 * Cancels one of the customer's own orders; cancelling it again changes nothing. Its pieces go back into the stock in
 * the same transaction, its payment is let go of or paid back after it.
 * @throws {ApiError} 404, 409 when it has left the shop
 */
export async function cancelOrder(
  services: OrderServices,
  customer_id: string,
  numberOrId: string,
): Promise<void> {
  const { db, gateway, clock, config, log } = services
  const payments = await transaction(db, async (tx) => {
    const now = clock()
    const order = await lockOrder(tx, customer_id, numberOrId)
    if (order === null) throw notFound(orderTexts.notFound)
    if (order.status === 'cancelled') return []
    if (!isCancellable(order.status)) throw new ApiError(409, 'conflict', orderTexts.notCancellable)
    await setStatus(tx, order.id, 'cancelled', now)
    await returnStock(tx, await stockLinesOf(tx, order.id))
    const attempts = await attemptsOf(tx, order.id)
    for (const attempt of attempts) {
      await moveAttempt(tx, attempt, ['ordered', 'captured'], { status: 'releasing', now })
    }
    const contact = await contactOf(tx, order.id)
    const written = await findOrder(tx, customer_id, order.id)
    if (contact === null || written === null) throw new Error('An order vanished while it was held')
    await queueMail(tx, orderCancelledMail(contact, written, config.publicUrl))
    return attempts
  })
  for (const attempt of payments) {
    await releasePayment(db, gateway, attempt, clock()).catch((error: unknown) => {
      const name = error instanceof Error ? error.name : 'unknown'
      log.error({ attempt, error: name }, 'A cancelled order is left to be paid back later')
    })
  }
}
