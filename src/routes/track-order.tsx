import { createFileRoute, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { TrackOrderPage } from '#src/features/orders/TrackOrderPage.tsx'
import { textIn } from '#src/lib/searchValues.ts'
import { pageHead } from '#src/lib/pageHead.ts'

export const Route = createFileRoute('/track-order')({
  validateSearch: (raw): { order_number?: string | undefined } => ({
    order_number: textIn(raw, 'order_number', 64),
  }),
  head: ({ match }) =>
    pageHead(
      'Track Your Order',
      import.meta.env.SSR && {
        description: `See where your ${shop.name} order is, by its number.`,
        path: '/track-order',
        // A number in the address identifies somebody's order.
        robots: match.search.order_number === undefined ? undefined : 'noindex',
      },
    ),
  component: TrackOrderRoute,
})

function TrackOrderRoute() {
  const { order_number } = Route.useSearch()
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()
  return (
    <TrackOrderPage
      orderNumber={order_number}
      onTrack={(number) =>
        void navigate({ to: '/track-order', search: { order_number: number }, replace: true })
      }
      onBack={() => (canGoBack ? router.history.back() : void navigate({ to: '/' }))}
    />
  )
}
