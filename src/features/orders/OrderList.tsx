import { orderTexts } from '#contract/orderTexts.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Order } from '#contract/order.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { OrderCard } from './OrderCard.tsx'
import * as css from './OrderHistoryPage.css.ts'

/** What else can be done with an order; supplied by the route. */
export type OrderActions = (order: Order) => ReactNode

/** All orders, the newest first. */
export function OrderList({ orders, actions }: { orders: readonly Order[]; actions: OrderActions }) {
  if (orders.length === 0) {
    return (
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
    )
  }
  return (
    <ul className={css.list}>
      {orders.map((order) => (
        <OrderCard key={order.id} order={order} actions={actions(order)} />
      ))}
    </ul>
  )
}
