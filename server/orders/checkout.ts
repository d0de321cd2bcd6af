import type { FastifyBaseLogger } from 'fastify'
import { OrderPlaced, checkoutTexts, paymentLabel } from '#contract/checkout.ts'
import type { Contact, NewOrder } from '#contract/checkout.ts'
import type { Order } from '#contract/order.ts'
import type { Limits } from '../auth/limits.ts'
import { readProfile } from '../auth/store.ts'
import { clearCart, lockCart } from '../cart/store.ts'
import { takeStock } from '../catalogue/stock.ts'
import { announceTouch } from '../changes.ts'
import { transaction } from '../db/db.ts'
import type { Db } from '../db/db.ts'
import type { Gate } from '../gate.ts'
import { claim, keep, replay } from '../idempotency.ts'
import type { Call } from '../idempotency.ts'
import { orderConfirmationMail } from '../mail/messages.ts'
import { queueMail } from '../mail/outbox.ts'
import { tally } from '../metrics/tally.ts'
import { moveAttempt, startAttempt } from '../payments/attempts.ts'
import type { PaymentGateway } from '../payments/port.ts'
import { saveForLater } from '../payments/keeping.ts'
import { meansOf, typedOrSaved } from '../payments/means.ts'
import { abandonPayment, capturePayment } from '../payments/recovery.ts'
import { ApiError, toProblem } from '../problem.ts'
import type { Services } from '../services.ts'
import { quoteOrder } from './quote.ts'
import { findOrder, insertOrder } from './store.ts'

export type OrderServices = Services & {
  gateway: PaymentGateway
  /** Checkouts take turns at the database, and only there: a gateway that is slow holds nobody else up. */
  turns: Gate
  mayMail: Limits['mayMail']
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** What of an order tells it from another, without anything secret: of the means of payment its name and last digits. */
export function nonSecret({ payment_method, payment_data, ...rest }: NewOrder): unknown[] {
  const account =
    'account_number' in payment_data
      ? payment_data.account_number.slice(-4)
      : 'saved_card_id' in payment_data
        ? payment_data.saved_card_id
        : null
  return [rest, payment_method, paymentLabel({ payment_method, payment_data }), account]
}

/**
 * Turns the customer's cart into an order, once for each key, and without a key once for each cart.
 *
 * The gateway is never waited for inside a transaction. What it is asked is noted and committed first; the order with
 * all that belongs to it is one transaction after its answer; a crash anywhere between leaves a note by which
 * `recoverPayments` pays for the order that stands or lets go of the payment that has none.
 * @throws {ApiError} 400, 402 declined, 404 address or saved card, 409 out of stock, or at work under the same key, 422
 */
export async function placeOrder(
  services: OrderServices,
  call: Call,
  order: NewOrder,
): Promise<{ body: OrderPlaced; isReplay: boolean }> {
  const { db, gateway, turns, clock, log } = services
  const { customer_id, key: idempotency_key } = call
  refuseUnknownMeans(gateway, order)

  const begun = await turns.pass(() =>
    transaction(db, async (tx) => {
      const kept = await claim(tx, call)
      if (kept !== null) return { kept }
      const { totals } = await quoteOrder(tx, customer_id, order, call.now)
      const means = await meansOf(tx, customer_id, order, call.now)
      const attempt = { customer_id, idempotency_key, amount: totals.total, now: clock() }
      return { id: await startAttempt(tx, attempt), amount: totals.total, means }
    }),
  )
  if ('kept' in begun) return { body: replay(begun.kept, OrderPlaced), isReplay: true }

  const { id, amount, means } = begun
  let body: OrderPlaced
  try {
    const authorisation = await gateway.authorise(id, amount, means.payment).catch((error: unknown) => {
      log.error(
        { attempt: id, error: error instanceof Error ? error.name : 'unknown' },
        'The payment gateway failed',
      )
      throw declined()
    })
    if (!authorisation.isApproved) {
      const refusal = declined()
      await keepDecline(services, call, id, refusal)
      throw refusal
    }
    const payment = { attempt: id, amount, reference: authorisation.reference, label: means.label }
    body = await turns.passAgain(() =>
      transaction(db, (tx) => writeOrder(services, tx, call, order, payment)),
    )
  } catch (error) {
    await abandonPayment(db, gateway, { id, customer_id, idempotency_key }, clock()).catch(
      (second: unknown) => {
        const name = second instanceof Error ? second.name : 'unknown'
        log.error({ attempt: id, error: name }, 'A payment without an order is left to be let go of later')
      },
    )
    throw error
  }
  announceTouch()
  tally.ordersPlaced += 1
  await capturePayment(db, gateway, id, clock()).catch((error: unknown) => {
    const name = error instanceof Error ? error.name : 'unknown'
    log.error({ attempt: id, error: name }, 'An order is left to be paid for later')
  })
  if (order.payment_method === 'card' && order.save_card) {
    await saveForLater(services, customer_id, order.payment_data)
  }
  return { body, isReplay: false }
}

/** The one transaction that makes an order: all of it or nothing. */
async function writeOrder(
  services: OrderServices,
  tx: Db,
  call: Call,
  order: NewOrder,
  payment: { attempt: string; amount: number; reference: string; label: string },
): Promise<OrderPlaced> {
  const { customer_id } = call
  const now = services.clock()
  // Held until the end, so that nobody gives this payment up meanwhile; refused when somebody has.
  const isOurs = await moveAttempt(tx, payment.attempt, ['started'], {
    status: 'ordered',
    gateway_reference: payment.reference,
    now,
  })
  if (!isOurs) throw declined()
  await lockCart(tx, customer_id)
  // Read again: another tab may have sold or changed the cart since the payment was asked for.
  const { totals, ...quote } = await quoteOrder(tx, customer_id, order, now)
  if (totals.total !== payment.amount) throw new ApiError(409, 'conflict', cartChanged)
  await takeStock(tx, quote.lines)
  const account = await readProfile(tx, customer_id)
  if (account === null) throw declined()
  const contact: Contact = order.contact ?? {
    first_name: account.first_name,
    last_name: account.last_name,
    email: account.email,
    phone: account.contact_no,
  }
  const order_id = await insertOrder(tx, {
    ...quote,
    totals,
    customer_id,
    shipping_method: order.shipping_method,
    payment_method: order.payment_method,
    payment_label: payment.label,
    payment_reference: payment.reference,
    contact,
    now,
  })
  await moveAttempt(tx, payment.attempt, ['ordered'], { status: 'ordered', order_id, now })
  await clearCart(tx, customer_id)
  const written = await findOrder(tx, customer_id, order_id)
  if (written === null) throw new Error('An order was not written')
  const body = placed(written)
  await keep(tx, call, { status_code: 201, body })
  // Anybody's address can be typed at checkout, so the shop does not write to a stranger's without end.
  const isOwnAddress = contact.email.toLowerCase() === account.email
  const isReachable = isOwnAddress || (await services.mayMail(tx, 'order', contact.email.toLowerCase()))
  const recipient = isReachable ? contact : { ...contact, email: account.email }
  await queueMail(tx, orderConfirmationMail(recipient, written, services.config.publicUrl))
  return body
}

const cartChanged = 'Your cart or its prices have changed. Please check it and try again.'

const placed = (order: Order): OrderPlaced => ({
  status: 'success',
  data: order,
  order_number: order.order_number,
  message: checkoutTexts.placed,
})

const declined = () => new ApiError(402, 'payment_declined', checkoutTexts.paymentFailed)

/** A card the gateway will have nothing to do with is refused before anything about it is kept. */
function refuseUnknownMeans(gateway: PaymentGateway, order: NewOrder): void {
  const { typed } = typedOrSaved(order)
  const errors = typed && gateway.refuses(typed)
  if (errors === null) return
  const [message = checkoutTexts.paymentFailed] = Object.values(errors).flat()
  throw new ApiError(400, 'invalid_input', message, { errors })
}

/** A decline is an answer like any other: sent again under its key, the call does not reach the gateway twice. */
async function keepDecline(
  { db, clock }: Services,
  call: Call,
  attempt: string,
  refusal: ApiError,
): Promise<void> {
  const { status, body } = toProblem(refusal)
  await transaction(db, async (tx) => {
    await moveAttempt(tx, attempt, ['started'], { status: 'declined', now: clock() })
    await keep(tx, call, { status_code: status, body })
  })
}
