// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cartTexts } from '#contract/cartTexts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { cart } from '#src/features/cart/api.ts'
import { CartPage } from '#src/features/cart/CartPage.tsx'
import { wishlist } from '#src/features/wishlist/api.ts'
import { wishlistView } from '#src/features/wishlist/state.ts'
import { WishlistPage } from '#src/features/wishlist/WishlistPage.tsx'
import { session } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { network } from '#src/offline/network.ts'
import { ada } from '#tests/support/ada.ts'
import { show } from '#tests/support/show.tsx'

const noCart = { id: '1', items: [], total: '0.00' }

beforeEach(() => {
  session.start(ada)
  network.set('offline')
})
afterEach(() => {
  cleanup()
  wishlistView.clear()
  session.end()
  network.set('online')
})

function showRead(page: ReactNode) {
  const queryClient = createQueryClient({ say: () => undefined })
  queryClient.setQueryData(cart.current().queryKey, noCart)
  queryClient.setQueryData(wishlist.current().queryKey, [])
  show(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)
}

const nothing = async () => undefined
const cartPage = (isSettled: boolean) => (
  <CartPage
    cart={noCart}
    coupon={null}
    isSettled={isSettled}
    changes={{ add: nothing, setQuantity: nothing, remove: nothing, clear: nothing }}
  />
)

it('a cart that was empty when it was read says when that was: it may have been filled elsewhere since', async () => {
  showRead(cartPage(true))
  await screen.findByRole('heading', { name: cartTexts.empty })
  expect(await screen.findByText(/^Saved copy from/)).toBeDefined()
})

it('a cart that was emptied without a network says that this waits for it', async () => {
  showRead(cartPage(false))
  expect(await screen.findByText(cartTexts.waiting)).toBeDefined()
})

it('a wishlist that was empty when it was read says when that was', async () => {
  wishlistView.show({ entries: [], known: [], error: null, retry: () => undefined })
  showRead(<WishlistPage cards={() => null} skeleton={null} />)
  await screen.findByRole('heading', { name: wishlistTexts.empty })
  expect(await screen.findByText(/^Saved copy from/)).toBeDefined()
})
