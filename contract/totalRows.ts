import { type Pounds, formatMoney, toPence } from './money.ts'
import { taxPercent } from './totals.ts'

type Amount = Pounds | number

/** For what is about to be ordered. An existing order was taxed at the rate of its day, which it does not say. */
export const taxToday = `Tax (${taxPercent}%)`

const isNothing = (amount: Amount): boolean => (typeof amount === 'number' ? amount : toPence(amount)) === 0

/** What leads to a total, line by line, wherever it is shown: in the cart, at checkout, in an order, in its email. */
export const totalRows = ({
  subtotal,
  discount,
  shipping_cost,
  tax,
  coupon_code,
  tax_label = 'Tax',
}: {
  subtotal: Amount
  discount: Amount
  shipping_cost: Amount
  tax: Amount
  coupon_code: string | null
  tax_label?: string
}): { label: string; value: string }[] => [
  { label: 'Subtotal', value: formatMoney(subtotal) },
  ...(coupon_code === null && isNothing(discount)
    ? []
    : [
        {
          label: coupon_code === null ? 'Discount' : `Discount (${coupon_code})`,
          value: `−${formatMoney(discount)}`,
        },
      ]),
  { label: 'Shipping', value: isNothing(shipping_cost) ? 'Free' : formatMoney(shipping_cost) },
  { label: tax_label, value: formatMoney(tax) },
]
