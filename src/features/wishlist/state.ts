import type { WishlistEntry } from '#contract/wishlist.ts'
import { personalView } from '#src/lib/personalView.ts'

type WishlistView = {
  /** As the shopper sees it; undefined while it is not known, or for a guest. */
  entries: WishlistEntry[] | undefined
  error: Error | null
  retry: () => void
}

/** Filled by `live.ts`. */
export const wishlistView = personalView<WishlistView>({
  entries: undefined,
  error: null,
  retry: () => undefined,
})
export const useWishlist = wishlistView.useView
