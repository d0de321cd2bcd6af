import { createFileRoute } from '@tanstack/react-router'
import { shop } from '#contract/shop.ts'
import { ProductGrid, ProductGridSkeleton } from '#src/features/catalogue/ProductGrid.tsx'
import { wishlist } from '#src/features/wishlist/api.ts'
import { WishlistButton } from '#src/features/wishlist/WishlistButton.tsx'
import { type CardsProps, WishlistPage } from '#src/features/wishlist/WishlistPage.tsx'

export const Route = createFileRoute('/_customer/wishlist')({
  head: () => ({
    meta: [{ title: `My Wishlist | ${shop.name}` }],
    links: [{ rel: 'canonical', href: '/wishlist' }],
  }),
  // Its failure is told on the page, in the page's own words.
  loader: ({ context }) => context.queryClient.prefetchQuery(wishlist.current()),
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
    actions={(product) => <WishlistButton product={product} onRemoved={afterRemoval} />}
  />
)
