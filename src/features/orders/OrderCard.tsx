import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { Order, OrderItem } from '#contract/order.ts'
import { variantText } from '#contract/variantText.ts'
import { formatOrderDate } from '#src/lib/dates.ts'
import { Thumbnail } from '#src/ui/Thumbnail.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import { AddressBlock } from './AddressBlock.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import * as css from './OrderHistoryPage.css.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** One order of the history. */
export function OrderCard({ order, actions }: { order: Order; actions: ReactNode }) {
  // The button that cancels disappears once it has.
  const { heir, within } = useHeir()
  return (
    <li className={css.order}>
      <article aria-labelledby={`order-${order.id}`} {...within}>
        <div className={css.head}>
          <h2 id={`order-${order.id}`} className={css.number}>
            {order.order_number || order.id}
          </h2>
          <StatusCell status={order.status} />
          <Fact label="Placed">{formatOrderDate(order.created_at)}</Fact>
          <Fact label="Total">{formatMoney(order.total)}</Fact>
          <Fact label="Payment" className={css.longFact}>
            {order.payment_method}
          </Fact>
          <div className={css.actions}>
            <Link
              ref={heir}
              to="/orders/$orderNumber"
              params={{ orderNumber: order.order_number }}
              className={buttonStyle({ size: 's' })}
              aria-label={`View order ${order.order_number}`}
            >
              View
            </Link>
            {actions}
            <CancelOrder order={order} label="Cancel" />
          </div>
        </div>
        <div className={css.body}>
          <ul className={css.items}>
            {order.items.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </ul>
          <div className={css.addresses}>
            <AddressBlock title="Shipping Address" address={order.shipping_address} />
            <AddressBlock title="Billing Address" address={order.billing_address} />
          </div>
        </div>
      </article>
    </li>
  )
}

type FactProps = { label: string; className?: string; children: ReactNode }

function Fact({ label, className = css.fact, children }: FactProps) {
  return (
    <p className={className}>
      <span className={css.label}>{label}</span>
      <span className={css.value}>{children}</span>
    </p>
  )
}

const StatusCell = ({ status }: { status: string }) => (
  <div>
    <StatusBadge status={status} />
  </div>
)

function Item({ item: { product, quantity, variant_name } }: { item: OrderItem }) {
  const [image] = product.images
  return (
    <li className={css.item}>
      <Thumbnail image={image?.image} width={72} className={css.picture} />
      <div>
        <p className={css.itemName}>
          {product.name}
          {quantity > 1 && ` × ${quantity}`}
        </p>
        {variant_name && <p className={css.itemDetail}>{variantText(product.variant_label, variant_name)}</p>}
        <p className={css.itemDetail}>{product.short_description || product.description}</p>
        <p className={css.itemDetail}>{product.categories.map(({ name }) => name).join(', ')}</p>
      </div>
    </li>
  )
}
