import type { Order, OrderStatus } from '#contract/order.ts'
import { orderTexts } from '#contract/orderTexts.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import { orderNotSentMail, orderShippedMail, orderSubjects } from '../mail/orderMessages.ts'
import { queueMail, withdrawMails } from '../mail/outbox.ts'
import type { NewMail } from '../mail/outbox.ts'
import { ApiError, notFound } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { keepingFor, recipientOfShop } from './recipient.ts'
import { setStatus, setTracking, takeStatusBack } from './statuses.ts'
import { findAnyOrder, lockAnyOrder, mailedContactOf } from './store.ts'
import { isUnpaid } from './unpaid.ts'

/**
 * The statuses from which an order can reach each status. Cancelling is separate (`cancel.ts`): it gives back pieces
 * and money.
 */
const mayFollow = {
  processing: ['pending'],
  shipped: ['pending', 'processing'],
  delivered: ['shipped'],
} as const satisfies Partial<Record<OrderStatus, readonly OrderStatus[]>>

export type Step =
  | { status: 'processing' | 'delivered' }
  | { status: 'shipped'; tracking_number: string; tracking_url: string | null }

/**
 * Moves anybody's order to its next status. When it is sent, its customer gets an email; if it is marked as sent again
 * with another tracking number, that replaces the first, which is returned.
 * @throws {ApiError} 404, 409 when it cannot come there from where it is, or is to be sent and not paid for
 */
export function moveOrder(
  { db, clock, config }: Services,
  number: string,
  step: Step,
): Promise<{ order: Order; replaced: Tracking | null }> {
  return transaction(db, async (tx) => {
    const held = await lockAnyOrder(tx, number)
    if (held === null) throw notFound(orderTexts.notFound)
    // The recipient of an anonymised order is no longer known.
    const isWritable = held.status === 'shipped' && held.anonymised_at === null
    const isCorrection = step.status === 'shipped' && isWritable && isOther(held, step)
    const allowed: readonly OrderStatus[] = mayFollow[step.status]
    if (!isCorrection && !allowed.includes(held.status)) throw refusal(number, held.status, step.status)
    if (step.status === 'shipped' && !isCorrection && (await isUnpaid(tx, held.id))) throw notPaid(number)
    if (!isCorrection) await setStatus(tx, held.id, step.status, clock())
    if (step.status === 'shipped') await setTracking(tx, held.id, step, clock())
    const order = await findAnyOrder(tx, number)
    const contact = await mailedContactOf(tx, held.id)
    if (order === null || contact === null) throw new Error('An order vanished while it was held')
    if (step.status === 'shipped') {
      const recipient = await recipientOfShop(tx, contact, held.customer_id)
      await queueFurther(tx, held, orderShippedMail(recipient, order, config.publicUrl))
    }
    return { order, replaced: isCorrection ? held : null }
  })
}

/**
 * Takes back the last step of anybody's order, which was a mistake: what was marked as delivered is on its way again, and
 * what was marked as sent is still to be sent, of which its customer gets an email.
 * @throws {ApiError} 404, 409 when that is not its status, or nobody knows any more where it goes
 */
export function takeStepBack(
  { db, config }: Services,
  number: string,
  status: Step['status'],
): Promise<Order> {
  return transaction(db, async (tx) => {
    const held = await lockAnyOrder(tx, number)
    if (held === null) throw notFound(orderTexts.notFound)
    if (held.status !== status) throw notToTakeBack(number, `is ${held.status}, not ${status}`)
    const isSent = status === 'shipped'
    if (isSent && held.anonymised_at !== null)
      throw notToTakeBack(number, 'no longer says where it goes: its customer has left')
    await takeStatusBack(tx, held.id, status)
    const order = await findAnyOrder(tx, number)
    const contact = await mailedContactOf(tx, held.id)
    if (order === null || contact === null) throw new Error('An order vanished while it was held')
    if (isSent) {
      const recipient = await recipientOfShop(tx, contact, held.customer_id)
      await queueFurther(tx, held, orderNotSentMail(recipient, order, config.publicUrl))
    }
    return order
  })
}

/** Of what was written before about where the parcel is, and has not gone yet, nothing is true any more. */
async function queueFurther(
  tx: Db,
  held: { order_number: string; customer_id: string | null },
  mail: NewMail,
): Promise<void> {
  const { shipped, notSent, ...others } = orderSubjects(held.order_number)
  await withdrawMails(tx, [shipped, notSent])
  await queueMail(tx, mail, keepingFor(held), [shipped, notSent, ...Object.values(others)])
}

const notToTakeBack = (number: string, why: string) =>
  new ApiError(409, 'conflict', `The order ${number} ${why}: there is nothing to take back.`)

const notPaid = (number: string) =>
  new ApiError(
    409,
    'conflict',
    `The order ${number} is not paid for yet, and cannot become shipped before it is.`,
  )

type Tracking = { tracking_number: string | null; tracking_url: string | null }

const isOther = (held: Tracking, step: Tracking): boolean =>
  held.tracking_number !== step.tracking_number || held.tracking_url !== step.tracking_url

const sendFirst = 'Mark it as shipped first.'
/** What the shop's people can do instead. */
const instead: Partial<Record<OrderStatus, Partial<Record<OrderStatus, string>>>> = {
  pending: { delivered: sendFirst },
  processing: { delivered: sendFirst },
  shipped: { cancelled: 'If its parcel never arrived, add --not-arrived.' },
  cancelled: {
    shipped:
      'If its parcel has left all the same, ask the carrier to bring it back, write to the customer, and take out of stock what went back into it: stock SKU -1 for each piece.',
  },
  delivered: { cancelled: 'What to do when a piece comes back: docs/desk.md, “Returns”.' },
}

/** Why an order cannot come from the one status to the other, to the shop's people. */
export function refusal(number: string, from: OrderStatus, to: OrderStatus): ApiError {
  const why =
    from === to
      ? `is ${from} already`
      : from === 'cancelled'
        ? 'was cancelled'
        : `is ${from}, and cannot become ${to} from there`
  const told = [`The order ${number} ${why}.`, instead[from]?.[to] ?? []].flat()
  return new ApiError(409, 'conflict', told.join(' '))
}
