import { orderTexts } from '#contract/orderTexts.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { OrderHistoryPage } from '#src/features/orders/OrderHistoryPage.tsx'
import { OrdersFailed } from '#src/features/orders/OrdersFailed.tsx'
import { OrdersLoading } from '#src/features/orders/OrdersLoading.tsx'
import { orders } from '#src/features/orders/api.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import { buyAgain } from './-BuyAgain.tsx'

export const Route = createFileRoute('/_customer/orders/')({
  head: () => pageHead('Order History', import.meta.env.SSR && { path: '/orders' }),
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(orders.history())
  },
  pendingComponent: () => <OrdersLoading title="Order History" />,
  errorComponent: ({ error }) => (
    <OrdersFailed
      title="Order History"
      what="Your orders"
      error={error}
      fallback={orderTexts.fetchListFailed}
    />
  ),
  component: OrdersRoute,
})

function OrdersRoute() {
  const { data } = useSuspenseQuery(orders.history())
  return <OrderHistoryPage orders={data} actions={buyAgain} />
}
