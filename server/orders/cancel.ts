import type { Order } from '#contract/order.ts'
import { isCancellable, orderTexts } from '#contract/orderTexts.ts'
import { findById } from '../auth/store.ts'
import { returnStock } from '../catalogue/stock.ts'
import { announceTouch } from '../changes.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { nameOfFailure } from '../process/failure.ts'
import {
  orderCancelledByShopMail,
  orderCancelledMail,
  orderNotArrivedMail,
  orderSubjects,
} from '../mail/orderMessages.ts'
import { queueMail, withdrawMails } from '../mail/outbox.ts'
import type { NewMail } from '../mail/outbox.ts'
import type { Recipient } from '../mail/recipient.ts'
import { cancelledAtWorkMail, notPutBackMail } from '../mail/stockMessages.ts'
import { attemptsOf, moveAttempt } from '../payments/attempts.ts'
import type { Payable } from '../payments/attempts.ts'
import { releasePayment } from '../payments/recovery.ts'
import { ApiError, notFound } from '../http/problem.ts'
import type { Turn } from '../queues/ownTurns.ts'
import { removeReviewsOfNotBought } from '../reviews/store.ts'
import { stockLinesOf } from './bought.ts'
import type { OrderServices } from './checkout.ts'
import { refusal } from './fulfil.ts'
import { keepingFor, recipientOf, recipientOfShop } from './recipient.ts'
import { setStatus } from './statuses.ts'
import { findAnyOrder, lockAnyOrder, lockOrder, mailedContactOf } from './store.ts'

type Line = Awaited<ReturnType<typeof stockLinesOf>>[number]

export type CancelServices = Pick<OrderServices, 'db' | 'gateway' | 'clock' | 'config' | 'log'>

/**
 * Cancels one of the customer's own orders; cancelling it again changes nothing. The shop is told by email if it was
 * preparing it, and what could not be put back into stock.
 * @throws {ApiError} 404, 409 when it has left the shop, 503
 */
export async function cancelOrder(
  services: CancelServices & Pick<OrderServices, 'mayMail'>,
  customer_id: string,
  numberOrId: string,
  turn: Turn,
): Promise<void> {
  const { db, config, mayMail } = services
  const cancel = async (tx: Db) => {
    const order = await lockOrder(tx, customer_id, numberOrId)
    if (order === null) throw notFound(orderTexts.notFound)
    if (order.status === 'cancelled') return null
    if (!isCancellable(order.status)) throw new ApiError(409, 'conflict', orderTexts.notCancellable)
    const { note, ...undone } = await undo(tx, services.clock(), order, async (contact, written) => {
      const account = await findById(tx, customer_id)
      const { email, email_verified_at } = account ?? { email: contact.email, email_verified_at: null }
      const { recipient } = await recipientOf(tx, mayMail, contact, {
        email,
        is_proved: email_verified_at !== null,
      })
      return recipient && orderCancelledMail(recipient, written, config.publicUrl)
    })
    if (order.status === 'processing')
      await queueMail(tx, cancelledAtWorkMail({ ...order, hasNote: note !== undefined }, undone), 'forget')
    if (undone.notPutBack.length > 0) await queueMail(tx, notPutBackMail(undone.notPutBack), 'forget')
    return undone
  }
  // The payment provider is asked afterwards, without a turn.
  const undone = await turn(() => transaction(db, cancel))
  if (undone === null) return
  announceTouch()
  await payBack(services, undone.attempts)
}

/**
 * Cancels the order with this number, whoever's it is, for the shop's own people; its customer is told the reason if
 * one is given. An order that was sent is cancelled only if its parcel `hasNotArrived`: its money goes back, but nothing
 * into stock. Returns whether its customer was told, whether its money was paid back at once, what was put back into
 * stock, what could not be, and its note.
 * @throws {ApiError} 404, 409 when it was cancelled before or has left the shop, or is to have not arrived and was not
 * sent, or has been delivered
 */
export async function cancelAnyOrder(
  services: CancelServices,
  number: string,
  { reason, hasNotArrived }: { reason: string | null; hasNotArrived: boolean },
): Promise<Omit<Undone, 'attempts'> & { isPaidBack: boolean }> {
  const { db, config } = services
  const mailAbout = hasNotArrived ? orderNotArrivedMail : orderCancelledByShopMail
  const { attempts, ...undone } = await transaction(db, async (tx) => {
    const order = await lockAnyOrder(tx, number)
    if (order === null) throw notFound(orderTexts.notFound)
    const { status, customer_id } = order
    if (hasNotArrived && isCancellable(status)) throw notSent(number, status)
    if (hasNotArrived ? status !== 'shipped' : !isCancellable(status)) {
      throw refusal(number, status, 'cancelled')
    }
    const mailOf = async (contact: Recipient, written: Order) => {
      // The recipient of an anonymised order is no longer known.
      if (order.anonymised_at !== null) return null
      const recipient = await recipientOfShop(tx, contact, customer_id)
      return mailAbout(recipient, written, config.publicUrl, reason)
    }
    return undo(tx, services.clock(), order, mailOf, hasNotArrived)
  })
  announceTouch()
  return { isPaidBack: await payBack(services, attempts), ...undone }
}

const notSent = (number: string, status: string) =>
  new ApiError(
    409,
    'conflict',
    `The order ${number} is ${status}: it has not been sent. Cancel it without --not-arrived.`,
  )

/** `attempts` are the payments to be released. */
type Undone = {
  attempts: Payable[]
  putBack: Line[]
  notPutBack: Line[]
  note: string | undefined
  isTold: boolean
}

/**
 * Runs in the transaction that has locked the order: puts its pieces back into stock, unless they are lost, and removes
 * the customer's reviews of those that they have not bought otherwise.
 */
async function undo(
  tx: Db,
  now: Date,
  { id, order_number, customer_id }: { id: string; order_number: string; customer_id: string | null },
  mailOf: (contact: Recipient, order: Order) => Promise<NewMail | null>,
  isLost = false,
): Promise<Undone> {
  await setStatus(tx, id, 'cancelled', now)
  const lines = await stockLinesOf(tx, id)
  const notPutBack = isLost ? [] : await returnStock(tx, lines)
  if (customer_id !== null) await removeReviewsOfNotBought(tx, customer_id, lines)
  const attempts = await attemptsOf(tx, id)
  for (const attempt of attempts) {
    await moveAttempt(tx, attempt.id, ['ordered', 'captured'], 'releasing')
  }
  const contact = await mailedContactOf(tx, id)
  const written = await findAnyOrder(tx, order_number)
  if (contact === null || written === null) throw new Error('An order vanished while it was held')
  const mail = await mailOf(contact, written)
  // What could not be sent about it until now is true no longer, and this one says all that is.
  const subjects = Object.values(orderSubjects(order_number))
  await withdrawMails(tx, subjects)
  if (mail !== null) await queueMail(tx, mail, keepingFor({ customer_id }), subjects)
  const putBack = isLost ? [] : lines.filter((line) => !notPutBack.includes(line))
  return { attempts, putBack, notPutBack, note: written.note, isTold: mail !== null }
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
