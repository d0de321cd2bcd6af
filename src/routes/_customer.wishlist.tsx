import { createFileRoute } from '@tanstack/react-router'
import { ProductGrid, ProductGridSkeleton } from '#src/features/catalogue/ProductGrid.tsx'
import { wishlist } from '#src/features/wishlist/api.ts'
import { WishlistButton } from '#src/features/wishlist/WishlistButton.tsx'
import { type CardsProps, WishlistPage } from '#src/features/wishlist/WishlistPage.tsx'
import { pageHead } from '#src/lib/pageHead.ts'
import { loadParts } from '#src/shell/startInBrowser.ts'

export const Route = createFileRoute('/_customer/wishlist')({
  head: () => pageHead('My Wishlist', import.meta.env.SSR && { path: '/wishlist' }),
  loader: async ({ context }) => {
    // The page shows its failure in its own words.
    await Promise.all([context.queryClient.prefetchQuery(wishlist.current()), loadParts()])
  },
  pendingComponent: WishlistRoute,
  component: WishlistRoute,
})

function WishlistRoute() {
  return <WishlistPage cards={Cards} skeleton={<ProductGridSkeleton />} />
}

const Cards = ({ products, afterRemoval }: CardsProps) => (
  <ProductGrid
    products={products}
    priority
    fromWishlist
    actions={(product) => <WishlistButton product={product} onRemoved={afterRemoval} />}
  />
)
