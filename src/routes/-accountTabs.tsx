import { orderTexts } from '#contract/orderTexts.ts'
import { useQuery } from '@tanstack/react-query'
import { AddressesTab } from '#src/features/account/AddressesTab.tsx'
import { LoadFailed } from '#src/features/account/LoadFailed.tsx'
import { PaymentMethodsTab } from '#src/features/account/PaymentMethodsTab.tsx'
import type { Tab } from '#src/features/account/tabNames.ts'
import { ProductGrid, ProductGridSkeleton } from '#src/features/catalogue/ProductGrid.tsx'
import { AddressFields } from '#src/features/checkout/AddressFields.tsx'
import { CardFields } from '#src/features/checkout/PaymentFields.tsx'
import { orders } from '#src/features/orders/api.ts'
import { OrderList } from '#src/features/orders/OrderList.tsx'
import { WishlistButton } from '#src/features/wishlist/WishlistButton.tsx'
import { type CardsProps, WishlistPieces, WishlistTitle } from '#src/features/wishlist/WishlistPage.tsx'
import { texts } from '#contract/texts.ts'
import { focusTitle } from '#src/ui/focusTitle.ts'
import { buyAgain } from './-BuyAgain.tsx'

/** The parts of the account after the first, composed from the features they belong to. */
export function OtherTab({ tab }: { tab: Exclude<Tab, 'profile'> }) {
  switch (tab) {
    case 'addresses':
      return <AddressesTab fields={AddressFields} />
    case 'orders':
      return <Orders />
    case 'wishlist':
      return <WishlistPieces cards={Cards} skeleton={<ProductGridSkeleton />} focusTitle={focusTitle} />
    case 'payment-methods':
      return <PaymentMethodsTab fields={CardFields} />
  }
}

export const OtherTitle = WishlistTitle

function Orders() {
  const { data, error, refetch } = useQuery(orders.history())
  if (data) return <OrderList orders={data} actions={buyAgain} />
  return error ? (
    <LoadFailed
      error={error}
      what="Your orders"
      failure={orderTexts.fetchListFailed}
      onRetry={() => void refetch()}
    />
  ) : (
    <p role="status">{texts.loading}</p>
  )
}

const Cards = ({ products, afterRemoval }: CardsProps) => (
  <ProductGrid
    products={products}
    fromWishlist
    actions={(product) => <WishlistButton product={product} onRemoved={afterRemoval} />}
  />
)
