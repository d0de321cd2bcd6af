// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AddToCart } from '#src/features/cart/AddToCart.tsx'
import { followCart } from '#src/features/cart/live.ts'
import { followWishlist } from '#src/features/wishlist/live.ts'
import { WishlistButton } from '#src/features/wishlist/WishlistButton.tsx'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { outbox } from '#src/offline/outbox.ts'
import { ada } from '#tests/support/ada.ts'
import { adaOffline } from '#tests/support/adaOffline.ts'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'
import { show } from '#tests/support/show.tsx'

adaOffline()

it('where cart and wishlist could not be read, a piece says that it was added all the same: pressed again, it would be added twice', async () => {
  const queryClient = createQueryClient({ say: () => undefined })
  const stops = [followCart(queryClient, ada.user_id), followWishlist(queryClient, ada.user_id)]
  const ring = piece(1)
  show(
    <QueryClientProvider client={queryClient}>
      <AddToCart
        product={ring}
        variant={null}
        onChoiceMissing={() => undefined}
        heart={<WishlistButton product={ring} />}
      />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  expect(await screen.findByRole('link', { name: 'In Cart' })).toBeTruthy()
  const remove = screen.getByRole('button', { name: 'Remove from cart' })
  fireEvent.click(screen.getByRole('button', { name: `Add ${ring.name} to wishlist` }))
  const wished = { name: `Remove ${ring.name} from wishlist`, busy: false }
  expect(await screen.findByRole('button', wished)).toBeTruthy()
  fireEvent.click(remove)
  const again = await screen.findByRole('button', { name: 'Add to cart' })
  await eventually(() => expect(again.getAttribute('aria-disabled')).toBeNull())
  // Taken out before it was sent, it leaves nothing to send but the wish.
  expect(outbox.all().map(({ payload }) => payload)).toMatchObject([{ kind: 'add', product_id: ring.id }])
  for (const stop of stops) stop()
})
