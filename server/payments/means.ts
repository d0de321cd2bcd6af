import { paymentLabel } from '#contract/checkout.ts'
import type { NewOrder } from '#contract/checkout.ts'
import { cardName, isExpired } from '#contract/card.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { savedCardTexts } from '#contract/savedCardTexts.ts'
import type { Db } from '../db/db.ts'
import { ApiError } from '../http/problem.ts'
import type { Payment } from './port.ts'
import { readCard } from './savedCards.ts'

/** What the gateway is told about how an order is paid, and what may be shown and stored of it. */
export type Means = { payment: Payment; label: string }

/** What was typed to pay with; of a saved card its id. */
export function typedOrSaved(
  order: NewOrder,
): { typed: Payment; saved: null } | { typed: null; saved: string } {
  switch (order.payment_method) {
    case 'card': {
      const { payment_method, payment_data } = order
      return 'saved_card_id' in payment_data
        ? { typed: null, saved: payment_data.saved_card_id }
        : { typed: { payment_method, payment_data }, saved: null }
    }
    case 'paypal': {
      const { payment_method, payment_data } = order
      return { typed: { payment_method, payment_data }, saved: null }
    }
    case 'bank_transfer': {
      const { payment_method, payment_data } = order
      return { typed: { payment_method, payment_data }, saved: null }
    }
  }
}

/** Finds the saved card if the order names one. @throws {ApiError} 400 a card has expired, 404 it is not theirs */
export async function meansOf(db: Db, customer_id: string, order: NewOrder, now: Date): Promise<Means> {
  const { typed, saved } = typedOrSaved(order)
  if (typed !== null) {
    const { payment_data } = typed
    if ('expiry' in payment_data && isExpired(payment_data, now))
      throw expired('payment_data.expiry', checkoutTexts.cardExpired)
    return { payment: typed, label: paymentLabel(order) }
  }
  const field = 'payment_data.saved_card_id'
  const { gateway_token, ...card } = await readCard(db, customer_id, saved, field)
  if (isExpired(card, now)) throw expired(field, savedCardTexts.expired)
  return { payment: { payment_method: 'card', payment_data: { gateway_token } }, label: cardName(card) }
}

const expired = (field: string, message: string) =>
  new ApiError(400, 'invalid_input', message, { errors: { [field]: [message] } })
