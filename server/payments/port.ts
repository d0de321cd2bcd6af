import type { NewOrder } from '#contract/checkout.ts'
import type { FieldErrors } from '#contract/problem.ts'

/** How an order is to be paid, as the contract's schema gives it. It passes through memory and is kept nowhere. */
export type Payment = Pick<NewOrder, 'payment_method' | 'payment_data'>

/** `reference` is the gateway's own name for the payment. `reason` is for the log, never for the shopper. */
export type Authorisation = { isApproved: true; reference: string } | { isApproved: false; reason: string }

/**
 * What the shop asks of whoever moves the money. Each call is keyed by the shop's payment attempt: made again for the
 * same attempt it has no second effect and gives the same answer. A call throws when its outcome is not known.
 */
export type PaymentGateway = {
  /** Why these details are not taken at all, by field, before anything is kept or sent; null when they are. */
  refuses: (payment: Payment) => FieldErrors | null
  /** Sets `amount` pence aside. Refused for an attempt that was let go before. */
  authorise: (attempt: string, amount: number, payment: Payment) => Promise<Authorisation>
  /** Takes what was set aside. */
  capture: (attempt: string) => Promise<void>
  /** Lets go of what was set aside, or pays back what was taken. Of an attempt it never heard of it only takes note. */
  release: (attempt: string) => Promise<void>
}
