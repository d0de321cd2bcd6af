import { type ReactNode, useState } from 'react'
import { deliveryDates } from '#contract/deliveryDates.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { isCancellable, laterWith, orderTexts } from '#contract/orderTexts.ts'
import { deliversTo, dispatchOf, isDeliveryOverdue, shippingMethods } from '#contract/shipping.ts'
import { formatDateTime } from '#src/lib/dates.ts'
import { useNow } from '#src/lib/useNow.ts'
import { container } from '#src/ui/layout.css.ts'
import { useHeir } from '#src/ui/useHeir.ts'
import * as block from './AddressBlock.css.ts'
import { AddressBlock } from './AddressBlock.tsx'
import { BackToOrders } from './BackToOrders.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import * as css from './OrderDetailPage.css.ts'
import { OrderHint } from './OrderHint.tsx'
import { OrderItemsTable } from './OrderItemsTable.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { OrderTotals } from './OrderTotals.tsx'
import { page } from './orders.css.ts'
import { ShipmentLink } from './ShipmentLink.tsx'
import { StatusBadge } from './StatusBadge.tsx'

/** One order with all that is known of it. */
export function OrderDetailPage({ order, actions }: { order: Order; actions: ReactNode }) {
  const [failure, setFailure] = useState<string | null>(null)
  // The button that cancels disappears once it has.
  const { heir, within } = useHeir()
  const now = useNow()
  const delivery = deliveryOf(order, now)
  return (
    <div className={`${container} ${page}`} {...within}>
      <BackToOrders />
      <h1 ref={heir} tabIndex={-1} className={css.title}>
        Order <span className={css.number}>#{order.order_number}</span>
      </h1>

      <dl className={css.facts}>
        <Fact label="Order Status">
          <StatusBadge status={order.status} />
        </Fact>
        <Fact label="Placed On">{formatDateTime(order.created_at)}</Fact>
        <Fact label="Payment">{order.payment_method}</Fact>
        <Fact label="Total">{formatMoney(order.total)}</Fact>
        {delivery !== null && <Fact label="Delivery">{delivery}</Fact>}
        {order.tracking_number && <Fact label="Tracking Number">{order.tracking_number}</Fact>}
      </dl>

      <div className={css.progress}>
        <OrderTimeline order={order} />
      </div>

      <div className={css.act}>
        <ShipmentLink url={order.tracking_url} />
        {actions}
        <CancelOrder order={order} label="Cancel Order" onFailure={setFailure} />
        <p className={css.hint} data-print="none">
          <OrderHint order={order} now={now} />
        </p>
        {failure !== null && order.status !== 'cancelled' && <p className={css.failure}>{failure}</p>}
      </div>

      <div className={css.columns}>
        <section>
          <h2 id="items" className={css.sectionTitle}>
            Items in this Order
          </h2>
          <OrderItemsTable items={order.items} labelledBy="items" />
        </section>
        <div className={css.side}>
          <section className={css.summary} aria-labelledby="summary">
            <h2 id="summary" className={css.sectionTitle}>
              Order Summary
            </h2>
            <OrderTotals order={order} />
          </section>
          <div className={css.addresses}>
            <AddressBlock heading="h2" title="Shipping Address" address={order.shipping_address} />
            <AddressBlock heading="h2" title="Billing Address" address={order.billing_address} />
          </div>
          {order.note && (
            <section className={block.root}>
              <h2 className={block.title}>{orderTexts.note}</h2>
              <p className={block.lines}>{order.note}</p>
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

const awaited: readonly string[] = ['pending', 'processing', 'shipped']

/**
 * How it is sent and, until it is there or ought to have been, when it arrives; null for a method that no longer exists.
 */
function deliveryOf(order: Order, now: Date) {
  const method = shippingMethods.find(({ value }) => value === order.shipping_method)
  if (method === undefined) return null
  const leaves = leavesOn(order, now)
  const later = isCancellable(order.status) ? laterWith(order.note) : ''
  const isExpected = awaited.includes(order.status) && deliversTo(order.shipping_address)
  return isExpected && !isDeliveryOverdue(method.value, leaves, now)
    ? `${method.label}, expected ${deliveryDates(method.value, leaves)}${later}`
    : method.label
}

/** When it left the shop, or is to; of one that has left nobody knows when, when it was to. */
function leavesOn({ status, created_at, events }: Order, now: Date): Date {
  const sent = events.find((event) => event.status === 'shipped')
  if (sent) return new Date(sent.at)
  return dispatchOf(new Date(created_at), isCancellable(status) ? now : undefined)
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>{children}</dd>
    </div>
  )
}
