import { orderTexts } from '#contract/orderTexts.ts'
import { Link } from '@tanstack/react-router'
import type { Order } from '#contract/order.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container } from '#src/ui/layout.css.ts'
import { OrderCard } from './OrderCard.tsx'
import * as css from './OrderHistoryPage.css.ts'
import { page, title } from './orders.css.ts'

export function OrderHistoryPage({ orders }: { orders: readonly Order[] }) {
  return (
    <div className={`${container} ${page}`}>
      <h1 className={title}>Order History</h1>
      {orders.length === 0 ? (
        <EmptyState
          drawing="parcel"
          title={orderTexts.none}
          action={
            <Link to="/products" className={buttonStyle()}>
              Continue Shopping
            </Link>
          }
        >
          <p>What you order appears here, with its way to you.</p>
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </ul>
      )}
    </div>
  )
}
