import type { WishlistEntry } from '#contract/wishlist.ts'
import { personalView } from '#src/lib/personalView.ts'

type WishlistView = {
  /** As the shopper sees it; undefined while it is not known, or for a guest. */
  entries: WishlistEntry[] | undefined
  /** As far as it is known: before it was read, the pieces wished for here. */
  known: readonly WishlistEntry[]
  error: Error | null
  retry: () => void
}

/** Filled by `live.ts`. */
export const wishlistView = personalView<WishlistView>({
  entries: undefined,
  known: [],
  error: null,
  retry: () => undefined,
})
export const useWishlist = wishlistView.useView
