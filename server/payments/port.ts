import type { BankPayment, CardPayment, PaypalPayment } from '#contract/checkout.ts'
import type { FieldErrors } from '#contract/problem.ts'

/** How an order is to be paid. What was typed passes through memory and is kept nowhere. */
export type Payment =
  | { payment_method: 'card'; payment_data: CardPayment | KeptCard }
  | { payment_method: 'paypal'; payment_data: PaypalPayment }
  | { payment_method: 'bank_transfer'; payment_data: BankPayment }

/** A card that the gateway keeps for the shop, by the gateway's own name for it. */
export type KeptCard = { gateway_token: string }

/**
 * `reference` is the gateway's own name for the payment. `reason` is for the log, never for the shopper, and holds
 * nothing of what was typed.
 */
export type Authorisation = { isApproved: true; reference: string } | { isApproved: false; reason: string }

/**
 * What the shop needs from whoever moves the money. Each call is keyed by the shop's payment attempt: repeated for the
 * same attempt it has no second effect and gives the same answer. A call throws when its outcome is not known.
 */
export type PaymentGateway = {
  /** Why these details are not taken at all, by field, before anything is kept or sent; null when they are. */
  refuses: (payment: Payment) => FieldErrors | null
  /**
   * Keeps a card for later payments, if its bank accepts it: under a new name each time, even if it keeps that card
   * already.
   */
  keepCard: (card: CardPayment) => Promise<({ isKept: true } & KeptCard) | { isKept: false; reason: string }>
  /** Forgets a kept card; of one it does not know it takes no notice. */
  forgetCard: (card: KeptCard) => Promise<void>
  /** Sets `amount` pence aside. Refused for an attempt that was let go before. */
  authorise: (attempt: string, amount: number, payment: Payment) => Promise<Authorisation>
  /** Takes what was set aside. Refused for an attempt that was let go before. */
  capture: (attempt: string) => Promise<void>
  /** Releases what was authorised, or pays back what was captured. An attempt that it never heard of is only recorded. */
  release: (attempt: string) => Promise<void>
}
