import { formatMoney, toPence } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import * as css from './OrderDetailPage.css.ts'

type Amounts = Partial<
  Pick<Order, 'subtotal' | 'discount' | 'shipping_cost' | 'tax' | 'total' | 'coupon_code'>
>

/** What it came to; an amount that is missing counts as nothing. */
export function OrderTotals({ order }: { order: Amounts }) {
  const discount = toPence(order.discount ?? '0.00')
  return (
    <dl className={css.totals}>
      <Row label="Subtotal" amount={order.subtotal} />
      {discount > 0 && (
        <div className={css.row}>
          <dt className={css.label}>{order.coupon_code ? `Discount (${order.coupon_code})` : 'Discount'}</dt>
          <dd className={css.figure}>{`−${formatMoney(discount)}`}</dd>
        </div>
      )}
      <Row label="Shipping" amount={order.shipping_cost} />
      <Row label="Tax" amount={order.tax} />
      <div className={css.total}>
        <dt>Total</dt>
        <dd className={css.figure}>{formatMoney(order.total ?? '0.00')}</dd>
      </div>
    </dl>
  )
}

function Row({ label, amount }: { label: string; amount: string | undefined }) {
  return (
    <div className={css.row}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.figure}>{formatMoney(amount ?? '0.00')}</dd>
    </div>
  )
}
