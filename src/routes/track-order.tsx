import { createFileRoute, useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { TrackOrderPage } from '#src/features/orders/TrackOrderPage.tsx'
import { textIn } from '#src/lib/searchValues.ts'

export const Route = createFileRoute('/track-order')({
  validateSearch: (raw): { order_number?: string | undefined } => ({
    order_number: textIn(raw, 'order_number', 64),
  }),
  head: ({ match }) => ({
    meta: [
      { title: `Track Your Order | ${shop.name}` },
      { name: 'description', content: `See where your ${shop.name} order is, by its number.` },
      // A number in the address belongs to somebody.
      ...(match.search.order_number === undefined ? [] : [{ name: 'robots', content: 'noindex' }]),
    ],
    links: [{ rel: 'canonical', href: '/track-order' }],
  }),
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
