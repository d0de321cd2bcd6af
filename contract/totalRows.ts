import { type Pounds, formatMoney, toPence } from './money.ts'
import { deliveryPrice } from './shipping.ts'
import { taxPercent } from './totals.ts'

type Amount = Pounds | number

/** For what is about to be ordered. An existing order was taxed at the rate of its day, which it does not say. */
export const taxToday = `Tax (${taxPercent}%)`

const inPence = (amount: Amount): number => (typeof amount === 'number' ? amount : toPence(amount))

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
  ...(coupon_code === null && inPence(discount) === 0
    ? []
    : [
        {
          label: coupon_code === null ? 'Discount' : `Discount (${coupon_code})`,
          value: `−${formatMoney(discount)}`,
        },
      ]),
  { label: 'Shipping', value: deliveryPrice(inPence(shipping_cost)) },
  { label: tax_label, value: formatMoney(tax) },
]
