import '#tests/support/page.ts'
import 'fake-indexeddb/auto'
import { type AnyRouter, createRootRoute, createRouter } from '@tanstack/react-router'
import { renderHook } from '@testing-library/react'
import { toast, useToasterStore } from 'react-hot-toast/headless'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ProductAnswer } from '#contract/catalogue.ts'
import { largestWishlist } from '#contract/constants.ts'
import { paths } from '#contract/paths.ts'
import { WishlistAnswer } from '#contract/wishlist.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { wishlist_entries } from '#server/db/schema/cart.ts'
import { toggleWish } from '#src/features/wishlist/changes.ts'
import { postToWishlist } from '#src/features/wishlist/live.ts'
import { session, setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { whoIsSignedIn } from '#src/offline/customer.ts'
import { outbox } from '#src/offline/outbox.ts'
import { notify } from '#src/ui/notify.ts'
import { newPiece, newPieces, newShopper } from '#tests/server/orders/pieces.ts'
import { ada } from '#tests/support/ada.ts'
import { inProcess } from '#tests/support/inProcess.ts'
import { type Shop, openShop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  setTransport(inProcess(shop))
  outbox.start(createQueryClient({ say: () => undefined }), whoIsSignedIn)
})
afterAll(() => shop.close())

/** A customer whose wishlist is full, what is last on it, and a piece that they want. */
async function fullList() {
  const shopper = await newShopper(shop)
  session.start({ ...ada, access: shopper.token, user_id: shopper.id })
  const { id: wanted } = await newPiece(shop)
  const { data: product } = v.parse(ProductAnswer, (await shop.call('GET', paths.product(wanted))).body)
  const wished = await newPieces(shop, largestWishlist)
  await shop.db
    .insert(wishlist_entries)
    .values(wished.map((product_id) => ({ customer_id: shopper.id, product_id })))
  return { shopper, product, last: wished[0] ?? 0 }
}

it('a piece that finds no room on the wishlist is told of, and holds nothing back that waits behind it', async () => {
  const { shopper, product, last } = await fullList()
  const told = vi.spyOn(notify, 'error')
  await postToWishlist(shopper.id, { kind: 'add', product_id: product.id, product })
  await postToWishlist(shopper.id, { kind: 'remove', product_id: last })
  await outbox.flush()
  expect(told.mock.calls.map(([message]) => message)).toEqual([`${product.name}: ${wishlistTexts.full}`])
  expect(outbox.all()).toEqual([])
  const { data } = v.parse(WishlistAnswer, (await shopper.call('GET', paths.wishlist)).body)
  expect(data.map((entry) => entry.product_id)).not.toContain(last)
  expect(data).toHaveLength(largestWishlist - 1)
})

it('the message that it was added goes when it finds none', async () => {
  const { product } = await fullList()
  const router: AnyRouter = createRouter({ routeTree: createRootRoute() })
  toast.remove()
  await toggleWish({ product, isWished: false, router })
  await outbox.flush()
  const { toasts } = renderHook(() => useToasterStore()).result.current
  expect(toasts.filter(({ visible }) => visible).map(({ message }) => message)).toEqual([
    `${product.name}: ${wishlistTexts.full}`,
  ])
})
