import type { ReactNode } from 'react'
import { formatMoney } from '#contract/money.ts'
import type { TrackedOrder } from '#contract/order.ts'
import { formatDateTime } from '#src/lib/dates.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { statusIcon, statusName, statusTone } from './orderStatus.ts'
import { ShipmentLink } from './ShipmentLink.tsx'
import * as css from './TrackOrderPage.css.ts'

/** Where an order is, for anybody who knows its number. */
export function TrackedOrderCard({ order }: { order: TrackedOrder }) {
  const tone = statusTone(order.status)
  return (
    <div className={css.card}>
      <div className={css.head}>
        <span className={css.markOf[tone]}>
          <Icon name={statusIcon(order.status)} />
        </span>
        <div>
          <p className={css.number}>Order #{order.order_number}</p>
          <h2 className={css.statusOf[tone]}>{statusName(order.status)}</h2>
        </div>
      </div>
      <dl className={css.facts}>
        <Fact label="Placed On">{order.created_at ? formatDateTime(order.created_at) : '--'}</Fact>
        <Fact label="Total">{formatMoney(order.total)}</Fact>
        {order.tracking_number && <Fact label="Tracking Number">{order.tracking_number}</Fact>}
      </dl>
      {order.tracking_url && (
        <div className={css.shipment}>
          <ShipmentLink url={order.tracking_url} />
        </div>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>{children}</dd>
    </div>
  )
}
