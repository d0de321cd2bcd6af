import { orderTexts } from '#contract/orderTexts.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { OrderHistoryPage } from '#src/features/orders/OrderHistoryPage.tsx'
import { OrdersFailed, OrdersLoading } from '#src/features/orders/OrdersFailed.tsx'
import { orders } from '#src/features/orders/api.ts'

export const Route = createFileRoute('/_customer/orders/')({
  head: () => ({
    meta: [{ title: `Order History | ${shop.name}` }],
    links: [{ rel: 'canonical', href: '/orders' }],
  }),
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(orders.history())
  },
  pendingComponent: () => <OrdersLoading title="Order History" />,
  errorComponent: ({ error }) => (
    <OrdersFailed title="Order History" error={error} fallback={orderTexts.fetchListFailed} />
  ),
  component: OrdersRoute,
})

function OrdersRoute() {
  const { data } = useSuspenseQuery(orders.history())
  return <OrderHistoryPage orders={data} />
}
