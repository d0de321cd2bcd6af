import { createFileRoute } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { shop } from '#contract/shop.ts'
import { CartPage, CartPageSkeleton } from '#src/features/cart/CartPage.tsx'
import { cart } from '#src/features/cart/api.ts'
import { useCoupon } from '#src/features/cart/coupon.ts'
import { useCart, useCartChanges } from '#src/features/cart/state.ts'

export const Route = createFileRoute('/_customer/cart/')({
  head: () => ({
    meta: [{ title: `Your cart | ${shop.name}` }],
    links: [{ rel: 'canonical', href: '/cart' }],
  }),
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(cart.current())
  },
  pendingComponent: CartPageSkeleton,
  component: CartRoute,
})

// Only an empty cart needs it.
const CartSuggestions = lazy(() =>
  import('./-CartSuggestions.tsx').then((module) => ({ default: module.CartSuggestions })),
)

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
