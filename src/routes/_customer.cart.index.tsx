import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { CartPage, CartPageSkeleton } from '#src/features/cart/CartPage.tsx'
import { cart } from '#src/features/cart/api.ts'
import { useCoupon } from '#src/features/cart/coupon.ts'
import { useCartChanges } from '#src/features/cart/changes.ts'
import { useCart } from '#src/features/cart/state.ts'
import { latePart } from '#src/lib/latePart.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import { loadParts } from '#src/shell/startInBrowser.ts'

export const Route = createFileRoute('/_customer/cart/')({
  head: () => pageHead('Your cart', import.meta.env.SSR && { path: '/cart' }),
  loader: async ({ context }) => {
    await Promise.all([
      // Its observer was mounted all along, so opening the page would not refetch it.
      context.queryClient.ensureQueryData({ ...cart.current(), revalidateIfStale: true }),
      loadParts(),
    ])
  },
  pendingComponent: CartPageSkeleton,
  component: CartRoute,
})

// Only an empty cart needs it.
const CartSuggestions = latePart(async () => (await import('./-CartSuggestions.tsx')).CartSuggestions)

function CartRoute() {
  const { cart: shown, isSettled } = useCart()
  const changes = useCartChanges()
  const coupon = useCoupon()
  if (!shown || !changes) return <CartPageSkeleton />
  return (
    <CartPage
      cart={shown}
      coupon={coupon}
      isSettled={isSettled}
      changes={changes}
      suggestions={
        <Suspense>
          <CartSuggestions />
        </Suspense>
      }
    />
  )
}
