import { orderTexts } from '#contract/orderTexts.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, createFileRoute, notFound } from '@tanstack/react-router'
import { BackToOrders } from '#src/features/orders/BackToOrders.tsx'
import { OrderDetailPage } from '#src/features/orders/OrderDetailPage.tsx'
import { OrdersFailed } from '#src/features/orders/OrdersFailed.tsx'
import { OrdersLoading } from '#src/features/orders/OrdersLoading.tsx'
import { orders } from '#src/features/orders/api.ts'
import { AppError } from '#src/lib/AppError.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container } from '#src/ui/layout.css.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import { BuyAgain } from './-BuyAgain.tsx'

export const Route = createFileRoute('/_customer/orders/$orderNumber')({
  head: ({ match, params }) =>
    match.status === 'notFound'
      ? pageHead('Order not found', false)
      : pageHead(
          `Order #${params.orderNumber}`,
          import.meta.env.SSR && { path: `/orders/${params.orderNumber}` },
        ),
  loader: async ({ context, params }) => {
    try {
      await context.queryClient.ensureQueryData(orders.detail(params.orderNumber))
    } catch (error) {
      throw error instanceof AppError && error.code === 'not_found' ? notFound() : error
    }
  },
  pendingComponent: () => <OrdersLoading title="Order" />,
  errorComponent: ({ error }) => (
    <OrdersFailed
      title="Order"
      what="This order"
      error={error}
      fallback={orderTexts.fetchFailed}
      back={<BackToOrders />}
    />
  ),
  notFoundComponent: OrderNotFound,
  component: OrderRoute,
})

function OrderRoute() {
  const { orderNumber } = Route.useParams()
  const { data } = useSuspenseQuery(orders.detail(orderNumber))
  return <OrderDetailPage order={data} actions={<BuyAgain order={data} />} />
}

function OrderNotFound() {
  return (
    <div className={container}>
      <EmptyState
        drawing="parcel"
        heading="h1"
        title={orderTexts.notFound}
        action={
          <Link to="/orders" className={buttonStyle()}>
            {orderTexts.back}
          </Link>
        }
      >
        <p>Please check the number, or whether it was ordered with another account.</p>
      </EmptyState>
    </div>
  )
}
