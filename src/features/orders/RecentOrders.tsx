import { orderTexts } from '#contract/orderTexts.ts'
import { savedTexts } from '#contract/savedTexts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { recentOrders } from '#contract/constants.ts'
import { formatMoney } from '#contract/money.ts'
import type { Order } from '#contract/order.ts'
import { texts } from '#contract/texts.ts'
import { isUnheard } from '#src/lib/AppError.ts'
import { formatOrderDate } from '#src/lib/dates.ts'
import { useNetwork } from '#src/offline/network.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { standaloneLink } from '#src/ui/text.css.ts'
import { orders } from './api.ts'
import * as css from './RecentOrders.css.ts'
import { StatusBadge } from './StatusBadge.tsx'

/** The last few orders, and a link to all of them if there are more. */
export function RecentOrders() {
  const { data, error, refetch } = useQuery(orders.history())
  const heading = useRef<HTMLHeadingElement>(null)
  const needsNetwork = useNetwork() === 'offline' && isUnheard(error)
  const retry = () => {
    // The button disappears while the server is asked.
    heading.current?.focus({ preventScroll: true })
    void refetch()
  }
  return (
    <section aria-labelledby="recent-orders">
      <div className={css.head}>
        <h2 ref={heading} id="recent-orders" tabIndex={-1} className={css.heading}>
          Recent Orders
        </h2>
        {data && data.length > recentOrders && (
          <Link to="/orders" className={standaloneLink}>
            View All Orders
          </Link>
        )}
      </div>
      {data ? (
        data.length === 0 ? (
          <p className={css.quiet}>{orderTexts.none}</p>
        ) : (
          <ul className={css.list}>
            {data.slice(0, recentOrders).map((order) => (
              <Row key={order.id} order={order} />
            ))}
          </ul>
        )
      ) : needsNetwork ? (
        <p className={css.quiet}>{savedTexts.needsNetwork('Your orders')}.</p>
      ) : error ? (
        <Notice
          tone="critical"
          role="alert"
          title={orderTexts.fetchListFailed}
          action={
            <Button tone="quiet" size="s" onClick={retry}>
              Retry
            </Button>
          }
        >
          {error.message}
        </Notice>
      ) : (
        <p role="status" className={css.pending}>
          {texts.loading}
        </p>
      )}
    </section>
  )
}

const Row = ({ order }: { order: Order }) => (
  <li className={css.row}>
    <Link
      to="/orders/$orderNumber"
      params={{ orderNumber: order.order_number }}
      className={css.number}
      aria-label={`Order ${order.order_number}`}
    >
      {order.order_number}
    </Link>
    <span className={css.date}>{formatOrderDate(order.created_at)}</span>
    <span>
      <StatusBadge status={order.status} />
    </span>
    <span className={css.total}>{formatMoney(order.total)}</span>
  </li>
)
