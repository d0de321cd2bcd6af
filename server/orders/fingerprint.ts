import { paymentLabel } from '#contract/checkout.ts'
import type { NewOrder } from '#contract/checkout.ts'

type FieldOf<Order> = Order extends unknown ? keyof Order : never

/**
 * By which fields an order is told from others. Not by one that is new, such as the note: the version before knows none,
 * and an order sent again to it is the same order. A client that has another note sends another key.
 */
const tells = {
  shipping_address_id: true,
  billing_address_id: true,
  shipping_method: true,
  coupon_code: true,
  contact: true,
  expected_total: true,
  expected_items: true,
  note: false,
  save_card: true,
  // By what is not secret of these.
  payment_method: false,
  payment_data: false,
} satisfies Record<FieldOf<NewOrder>, boolean>
const telling = new Map<string, boolean>(Object.entries(tells))

/**
 * What distinguishes one order from another, without anything secret: of the means of payment only its name and last
 * digits.
 */
export function nonSecret(order: NewOrder): unknown[] {
  const { payment_method, payment_data } = order
  const account =
    'account_number' in payment_data
      ? payment_data.account_number.slice(-4)
      : 'saved_card_id' in payment_data
        ? payment_data.saved_card_id
        : null
  // In the order in which the contract has them.
  const told = Object.fromEntries(Object.entries(order).filter(([field]) => telling.get(field)))
  return [told, payment_method, paymentLabel({ payment_method, payment_data }), account]
}
