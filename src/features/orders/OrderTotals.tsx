import { formatMoney, toPence } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { Totals } from '#src/ui/Totals.tsx'

type Amounts = Partial<
  Pick<Order, 'subtotal' | 'discount' | 'shipping_cost' | 'tax' | 'total' | 'coupon_code'>
>

/** What it came to; an amount that is missing counts as nothing. */
export function OrderTotals({ order }: { order: Amounts }) {
  const discount = toPence(order.discount ?? '0.00')
  const label = order.coupon_code ? `Discount (${order.coupon_code})` : 'Discount'
  return (
    <Totals
      lines={[
        { label: 'Subtotal', value: formatMoney(order.subtotal ?? '0.00') },
        ...(discount > 0 ? [{ label, value: `−${formatMoney(discount)}` }] : []),
        { label: 'Shipping', value: formatMoney(order.shipping_cost ?? '0.00') },
        { label: 'Tax', value: formatMoney(order.tax ?? '0.00') },
      ]}
      total={formatMoney(order.total ?? '0.00')}
    />
  )
}
