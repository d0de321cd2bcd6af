import type { Order } from '#contract/order.ts'
import { container } from '#src/ui/layout.css.ts'
import { OrderList, type OrderActions } from './OrderList.tsx'
import { page, title } from './orders.css.ts'

export function OrderHistoryPage({ orders, actions }: { orders: readonly Order[]; actions: OrderActions }) {
  return (
    <div className={`${container} ${page}`}>
      <h1 className={title}>Order History</h1>
      <OrderList orders={orders} actions={actions} />
    </div>
  )
}
