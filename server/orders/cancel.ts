import type { Order } from '#contract/order.ts'
import { isCancellable, orderTexts } from '#contract/orderTexts.ts'
import { findById } from '../auth/store.ts'
import { returnStock } from '../catalogue/stock.ts'
import { announceTouch } from '../changes.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { nameOfFailure } from '../process/failure.ts'
import { orderCancelledByShopMail, orderCancelledMail } from '../mail/messages.ts'
import { queueMail } from '../mail/outbox.ts'
import type { NewMail } from '../mail/outbox.ts'
import type { Recipient } from '../mail/recipient.ts'
import { attemptsOf, moveAttempt } from '../payments/attempts.ts'
import type { Payable } from '../payments/attempts.ts'
import { releasePayment } from '../payments/recovery.ts'
import { ApiError, notFound } from '../http/problem.ts'
import { removeReviewsOfNotBought } from '../reviews/store.ts'
import type { OrderServices } from './checkout.ts'
import { refusal } from './fulfil.ts'
import { keepingFor, recipientOf, recipientOfShop } from './recipient.ts'
import { findAnyOrder, lockAnyOrder, lockOrder, mailedContactOf, setStatus, stockLinesOf } from './store.ts'

type Line = Awaited<ReturnType<typeof stockLinesOf>>[number]

export type CancelServices = Pick<OrderServices, 'db' | 'gateway' | 'clock' | 'config' | 'log'>

/**
 * Cancels one of the customer's own orders; cancelling it again changes nothing.
 * @throws {ApiError} 404, 409 when it has left the shop
 */
export async function cancelOrder(
  services: CancelServices & Pick<OrderServices, 'mayMail'>,
  customer_id: string,
  numberOrId: string,
): Promise<void> {
  const { db, config, mayMail } = services
  const undone = await transaction(db, async (tx) => {
    const order = await lockOrder(tx, customer_id, numberOrId)
    if (order === null) throw notFound(orderTexts.notFound)
    if (order.status === 'cancelled') return null
    if (!isCancellable(order.status)) throw new ApiError(409, 'conflict', orderTexts.notCancellable)
    return undo(tx, services.clock(), order, async (contact, written) => {
      const account = await findById(tx, customer_id)
      const { email, email_verified_at } = account ?? { email: contact.email, email_verified_at: null }
      const { recipient } = await recipientOf(tx, mayMail, contact, {
        email,
        is_proved: email_verified_at !== null,
      })
      return recipient && orderCancelledMail(recipient, written, config.publicUrl)
    })
  })
  if (undone === null) return
  announceTouch()
  await payBack(services, undone.attempts)
}

/**
 * Cancels the order with this number, whoever's it is, for the shop's own people; its customer is told the reason if
 * one is given. Returns whether its money was paid back at once, what could not be put back into stock, and whether
 * anything was.
 * @throws {ApiError} 404, 409 when it was cancelled before or has left the shop
 */
export async function cancelAnyOrder(
  services: CancelServices,
  number: string,
  reason: string | null,
): Promise<{ isPaidBack: boolean; notPutBack: Line[]; isAnyPutBack: boolean }> {
  const { db, config } = services
  const { attempts, ...stock } = await transaction(db, async (tx) => {
    const order = await lockAnyOrder(tx, number)
    if (order === null) throw notFound(orderTexts.notFound)
    if (!isCancellable(order.status)) throw refusal(number, order.status, 'cancelled')
    return undo(tx, services.clock(), order, async (contact, written) => {
      const recipient = await recipientOfShop(tx, contact, order.customer_id)
      return orderCancelledByShopMail(recipient, written, config.publicUrl, reason)
    })
  })
  announceTouch()
  return { isPaidBack: await payBack(services, attempts), ...stock }
}

/**
 * Runs in the transaction that has locked the order: puts its pieces back into stock, and removes the customer's
 * reviews of those that they have not bought otherwise. Returns the payments to be released, and what could not be put
 * back.
 */
async function undo(
  tx: Db,
  now: Date,
  { id, order_number, customer_id }: { id: string; order_number: string; customer_id: string | null },
  mailOf: (contact: Recipient, order: Order) => Promise<NewMail | null>,
): Promise<{ attempts: Payable[]; notPutBack: Line[]; isAnyPutBack: boolean }> {
  await setStatus(tx, id, 'cancelled', now)
  const lines = await stockLinesOf(tx, id)
  const notPutBack = await returnStock(tx, lines)
  if (customer_id !== null) await removeReviewsOfNotBought(tx, customer_id, lines)
  const attempts = await attemptsOf(tx, id)
  for (const attempt of attempts) {
    await moveAttempt(tx, attempt.id, ['ordered', 'captured'], 'releasing')
  }
  const contact = await mailedContactOf(tx, id)
  const written = await findAnyOrder(tx, order_number)
  if (contact === null || written === null) throw new Error('An order vanished while it was held')
  const mail = await mailOf(contact, written)
  if (mail !== null) await queueMail(tx, mail, keepingFor({ customer_id }))
  return { attempts, notPutBack, isAnyPutBack: notPutBack.length < lines.length }
}

/**
 * After the transaction: what cannot be paid back at once is paid back later. Returns whether nothing is left for then.
 */
async function payBack({ db, gateway, log }: CancelServices, attempts: readonly Payable[]): Promise<boolean> {
  let isDone = true
  for (const attempt of attempts) {
    await releasePayment(db, gateway, attempt).catch((error: unknown) => {
      isDone = false
      log.error(
        { attempt: attempt.id, error: nameOfFailure(error) },
        'A cancelled order will be paid back later',
      )
    })
  }
  return isDone
}
