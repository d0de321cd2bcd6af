import * as v from 'valibot'
import type { Address } from '#contract/address.ts'
import type { CartItem } from '#contract/cart.ts'
import { Contact, type NewOrder } from '#contract/checkout.ts'
import { toPounds } from '#contract/money.ts'
import type { Totals } from '#contract/totals.ts'
import type { CheckoutDraft } from './checkoutDraft.ts'
import type { Payment } from './progress.ts'

/** What the shopper sees of an order before it is placed: what it names may change, or go, once it was sent. */
export type Shown = {
  lines: readonly CartItem[]
  couponCode: string | null
  totals: Totals
  draft: CheckoutDraft
  address: Address | undefined
  /** Absent: as the delivery address. */
  billing: Address | undefined
  /** The name of the means of payment. */
  paidWith: string | null
}

/** The order, as the shopper sees it; null while something is missing. */
export function newOrder(payment: Payment | null, { draft, ...shown }: Shown): NewOrder | null {
  const contact = v.safeParse(Contact, draft.contact)
  if (payment === null || !contact.success || draft.addressId === undefined) return null
  const common = {
    shipping_address_id: draft.addressId,
    billing_address_id: draft.billingId ?? null,
    shipping_method: draft.shippingMethod,
    coupon_code: shown.couponCode,
    contact: contact.output,
    note: draft.note?.trim() || undefined,
    expected_total: toPounds(shown.totals.total),
    expected_items: shown.lines.map(({ product_id, variant_id, quantity }) => ({
      product_id,
      variant_id,
      quantity,
    })),
  }
  return { ...common, ...payment }
}
