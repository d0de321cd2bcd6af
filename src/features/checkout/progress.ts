import * as v from 'valibot'
import type { Address } from '#contract/address.ts'
import { Contact, type NewOrder, Note, checkoutSteps, paymentLabel } from '#contract/checkout.ts'
import type { SavedCard } from '#contract/savedCards.ts'
import { cardName } from '#contract/card.ts'
import type { CheckoutDraft } from './checkoutDraft.ts'
import { another } from './shippingChoice.ts'

/** How it will be paid: card data is in the page's memory and nowhere else. */
export type Payment = PaymentOf<NewOrder>
// Of each way to pay by itself, so that a method and its data belong together.
type PaymentOf<Order> = Order extends unknown
  ? Pick<Order, Extract<keyof Order, 'payment_method' | 'payment_data' | 'save_card'>>
  : never

/** The saved card used for a payment, if there is one. */
const cardOf = ({ payment_data }: Payment, cards: readonly SavedCard[]): SavedCard | undefined =>
  'saved_card_id' in payment_data ? cards.find(({ id }) => id === payment_data.saved_card_id) : undefined

/** The payment's name; null for a saved card that no longer exists. */
export function paymentName(payment: Payment, cards: readonly SavedCard[]): string | null {
  if (!('saved_card_id' in payment.payment_data)) return paymentLabel(payment)
  const card = cardOf(payment, cards)
  return card === undefined ? null : cardName(card)
}

export const lastStep = checkoutSteps.length

/** The address that will be used: the chosen one if it still exists, else the customer's default. */
export const chosenAddress = (draft: CheckoutDraft, addresses: readonly Address[]): Address | undefined =>
  addresses.find((address) => address.id === draft.addressId) ??
  addresses.find((address) => address.is_default)

/** Which of the chosen addresses no longer exists. */
export function goneAddress(
  draft: CheckoutDraft,
  addresses: readonly Address[],
): 'delivery' | 'billing' | null {
  const isGone = (chosen: string | undefined) =>
    chosen !== undefined && chosen !== another && addresses.every(({ id }) => id !== chosen)
  return isGone(draft.addressId) ? 'delivery' : isGone(draft.billingId) ? 'billing' : null
}

/** The first of the four steps that still needs the shopper; the last one when only placing the order is left. */
export function openStep(
  draft: CheckoutDraft,
  addresses: readonly Address[],
  payment: Payment | null,
): number {
  if (draft.confirmed < 1 || !v.is(Contact, draft.contact)) return 1
  const isKnown = (wanted: string | undefined) => addresses.some(({ id }) => id === wanted)
  if (draft.confirmed < 2 || !isKnown(draft.addressId) || !v.is(Note, draft.note)) return 2
  if (draft.billingId !== undefined && !isKnown(draft.billingId)) return 2
  return payment === null ? 3 : lastStep
}

/** The id by which the step bar submits the form of the step shown. */
export const stepFormId = 'checkout-step'

/** The id of the heading of the step shown. */
export const stepTitleId = 'checkout-step-title'
