import type { FastifyBaseLogger } from 'fastify'
import type { NewCartItem } from '#contract/cart.ts'
import { OrderPlaced } from '#contract/checkout.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import type { NewOrder } from '#contract/checkout.ts'
import { toPounds } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import type { Afterwards } from '../process/afterwards.ts'
import type { SignedIn } from '../auth/tokens.ts'
import { announceTouch } from '../changes.ts'
import { nameOfFailure } from '../process/failure.ts'
import type { FairGate } from '../queues/fairGate.ts'
import { keep, keptAnswer, replay } from '../calls/idempotency.ts'
import { forgiveMails, type mailCounter } from '../mail/limits.ts'
import type { MayMail } from '../mail/limits.ts'
import { orderConfirmationMail } from '../mail/orderMessages.ts'
import { announceMail } from '../mail/outbox.ts'
import { tally } from '../metrics/tally.ts'
import type { PaymentGateway } from '../payments/port.ts'
import { saveForLater } from '../payments/keeping.ts'
import { meansOf } from '../payments/means.ts'
import type { Means } from '../payments/means.ts'
import { abandonPayment, capturePayment } from '../payments/recovery.ts'
import { ApiError } from '../http/problem.ts'
import type { Services } from '../services.ts'
import { beginOrder } from './beginning.ts'
import type { OnceFree } from './heldUp.ts'
import { authorise, declined, refuseUnknownMeans } from './paying.ts'
import { newRow, placeRow } from './placing.ts'
import { outOfStock, quoteCall } from './quote.ts'
import type { CheckoutCall, Quote } from './quote.ts'
import { firstCounted, recipientOf } from './recipient.ts'
import type { Addressed } from './recipient.ts'
import { toOrder } from './store.ts'
import { refuseAfterTooMany, refuseTooManyOrders } from './tries.ts'
import type { CodeLimit, Undecided } from './tries.ts'

export type OrderServices = Services & {
  gateway: PaymentGateway
  /** Checkouts queue for the database only: a slow gateway holds nobody else up. */
  turns: FairGate
  onceFree: OnceFree
  undecided: Undecided
  codes: CodeLimit
  mayMail: MayMail
  mailCounter: ReturnType<typeof mailCounter>
  afterwards: Afterwards
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/**
 * Turns the customer's cart into an order, once for each key, and without a key once for each cart.
 *
 * The gateway is never waited for inside a transaction. What it is asked is recorded and committed first; one statement
 * after its answer makes the order with all that belongs to it. A crash anywhere between leaves a record by which
 * `recoverPayments` captures the payment of an order that exists, or releases one that has no order.
 * @throws {ApiError} 400, 402 declined, 404 address or saved card, 409 out of stock, another total or other pieces than
 * were shown, or at work under the same key, 422, 429 after too many wrong codes, declined cards or orders, 503
 */
export async function placeOrder(
  services: OrderServices,
  call: CheckoutCall & SignedIn,
  order: NewOrder,
): Promise<{ body: OrderPlaced; isReplay: boolean }> {
  const { db, gateway, undecided, log } = services
  const { customer_id, key: idempotency_key } = call
  refuseUnknownMeans(gateway, order)

  const begun = await begin(services, call, order)
  if (begun === null) return { body: replay(await keptAnswer(db, call), OrderPlaced), isReplay: true }

  const { id, quote, means, mailed } = begun
  const amount = quote.totals.total
  let counted: readonly string[] = mailed.to === null ? [] : [mailed.to]
  let body: OrderPlaced
  try {
    const reference = await authorise(services, call, { id, amount, means }).finally(() =>
      undecided.leave(call.whence.household),
    )
    const payment = { attempt: id, reference, label: means.label }
    const addressed = await addressOrder(services, order, quote, mailed)
    counted = addressed.counted
    body = await writeOrder(services, call, order, quote, payment, addressed)
  } catch (error) {
    await abandonPayment(db, gateway, { id, amount, customer_id, idempotency_key }).catch(
      (second: unknown) => {
        log.error(
          { attempt: id, error: nameOfFailure(second) },
          'A payment without an order will be released later',
        )
      },
    )
    // Without an order no email is sent, and the next attempt may succeed: its email must not exceed the limit.
    await forgiveMails(services, 'order', counted).catch((second: unknown) => {
      log.warn(
        { error: nameOfFailure(second) },
        'An email that was not written still counts towards the limit',
      )
    })
    throw error
  }
  announceTouch()
  tally.ordersPlaced += 1
  await capturePayment(db, gateway, { id, amount }).catch((error: unknown) => {
    log.error({ attempt: id, error: nameOfFailure(error) }, 'The payment of an order will be taken later')
  })
  if (order.payment_method === 'card' && order.save_card) {
    body = { ...body, card_saved: await saveForLater(services, call, order.payment_data) }
    await keep(db, call, { status_code: 201, body }).catch((error: unknown) => {
      log.warn(
        { error: nameOfFailure(error) },
        'If its answer is sent again, an order will not say whether its card was saved',
      )
    })
  }
  return { body, isReplay: false }
}

type Begun = { id: string; quote: Quote; means: Means; mailed: Mailed }

/** The address whose emails were counted when the order was begun, null if none was, and whether it may have this one. */
type Mailed = { to: string | null; isAllowed: boolean }

/** Works the order out and notes that it will be paid for; null when the key is known. What is begun is undecided. */
async function begin(services: OrderServices, call: CheckoutCall, order: NewOrder): Promise<Begun | null> {
  const { turns, undecided, codes } = services
  try {
    return await turns.pass(call.from, async () => {
      const others = undecided.enter(call.whence.household)
      let begun: Begun | null = null
      try {
        begun = await note(services, call, order, others)
        return begun
      } finally {
        if (begun === null) undecided.leave(call.whence.household)
      }
    })
  } catch (error) {
    await codes.countIfCode(call, error)
    throw error
  }
}

async function note(
  services: OrderServices,
  call: CheckoutCall,
  order: NewOrder,
  others: number,
): Promise<Begun | null> {
  const { db, mailCounter } = services
  const quote = await quoteCall(services, call, order, call.now)
  if (quote === null) return null
  refuseAfterTooMany(services, quote.card_tries, quote.card_tries_here, quote.card_tries_near, others)
  refuseTooManyOrders(services, quote.orders_full)
  // Before anything is begun: the key is free for the same order at what it comes to now.
  if (!isAsShown(order, quote)) throw hasItsPieces(order, quote) ? comesToAnother() : cartHasChanged()
  const means = await meansOf(db, call.customer_id, order, call.now)
  const to = firstCounted(order.contact ?? quote.account, { ...quote, email: quote.account.email })
  const begun = await beginOrder(db, call, quote.totals.total, to && mailCounter.keyOf('order', to))
  return (
    begun && { id: begun.id, quote, means, mailed: { to, isAllowed: mailCounter.isAllowed(begun.mails) } }
  )
}

/** Who gets the confirmation: it asks the database only if the address that was counted first may not have it. */
function addressOrder(
  { db, turns, mayMail }: OrderServices,
  order: NewOrder,
  { account, is_proved }: Quote,
  { to, isAllowed }: Mailed,
): Promise<Addressed> {
  const mayHave: MayMail = async (inside, kind, email) =>
    email === to ? isAllowed : turns.passAhead(() => mayMail(inside, kind, email))
  return recipientOf(db, mayHave, order.contact ?? account, { email: account.email, is_proved })
}

type Approved = { attempt: string; reference: string | null; label: string }

/** Makes the order of a payment that was approved, if its amount is still what the cart comes to. */
async function writeOrder(
  services: OrderServices,
  call: CheckoutCall,
  order: NewOrder,
  paidFor: Quote,
  payment: Approved,
  addressed: Addressed,
): Promise<OrderPlaced> {
  const { turns, onceFree } = services
  // While it waits for a lock it has no turn: it would keep everybody else waiting.
  return onceFree(() =>
    turns.passAhead(() => writeWhileSame(services, call, order, paidFor, payment, addressed)),
  )
}

/** Null if it has to wait for a lock. */
async function writeWhileSame(
  services: OrderServices,
  call: CheckoutCall,
  order: NewOrder,
  paidFor: Quote,
  payment: Approved,
  { recipient, to }: Addressed,
): Promise<OrderPlaced | null> {
  const { db, config } = services
  const contact = order.contact ?? paidFor.account
  let quote = paidFor
  for (let tries = 0; tries < mostTries; tries++) {
    const now = services.clock()
    const { shipping_method, payment_method, note = null } = order
    const choice = { shipping_method, payment_method, payment_label: payment.label, note }
    const row = newRow(quote, choice, now)
    const answer = placed(toOrder(row), to)
    const outcome = await placeRow(db, {
      call,
      attempt: payment.attempt,
      payment_reference: payment.reference,
      contact,
      quote,
      row,
      answer,
      mail: recipient && orderConfirmationMail(recipient, answer.data, config.publicUrl),
    })
    if (outcome.is_placed) {
      announceMail()
      return answer
    }
    if (outcome.is_held_up) return null
    if (!outcome.is_paid) throw declined()
    if (outcome.is_same && !outcome.is_enough) throw outOfStock()
    // Another tab, or somebody at the same moment, has sold or changed what is in the cart since it was read; or the
    // order's number is taken.
    const again = await quoteCall(services, { ...call, key: null }, order, now)
    if (again === null || again.totals.total !== paidFor.totals.total || !isAsShown(order, again)) break
    quote = again
  }
  throw cartHasChanged()
}

/** Each after the first because something was changed within a few milliseconds. */
const mostTries = 5

const hasChanged = 'Your cart or its prices have changed. Please check it and try again.'
const cartHasChanged = () => new ApiError(409, 'conflict', hasChanged)

/**
 * A page of an earlier build reckons with the tax and the deliveries that it knows: its shopper would find nothing
 * changed, however often they look and try again, and an open checkout offers no other build.
 */
const comesToAnother = () =>
  new ApiError(
    409,
    'conflict',
    `${hasChanged} If you see no change, our shop has been updated: please go back to your cart and reload the page.`,
  )

/** Whether it would be what the shopper saw, as far as they say what that was. */
const isAsShown = (order: NewOrder, quote: Quote): boolean =>
  (order.expected_total ?? toPounds(quote.totals.total)) === toPounds(quote.totals.total) &&
  hasItsPieces(order, quote)

const hasItsPieces = ({ expected_items }: NewOrder, { lines }: Quote): boolean =>
  namesOf(expected_items ?? lines) === namesOf(lines)

const namesOf = (items: readonly Pick<NewCartItem, 'product_id' | 'variant_id' | 'quantity'>[]): string =>
  items
    .map(({ product_id, variant_id, quantity }) => `${product_id} ${variant_id} ${quantity}`)
    .toSorted()
    .join()

const placed = (order: Order, confirmation_to: OrderPlaced['confirmation_to']): OrderPlaced => ({
  status: 'success',
  data: order,
  order_number: order.order_number,
  message: checkoutTexts.placed,
  confirmation_to,
})
