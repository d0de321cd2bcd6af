import type { Product } from '#contract/catalogue.ts'
import { toastFor } from '#contract/constants.ts'
import type { WishlistEntry } from '#contract/wishlist.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { session } from '#src/lib/client.ts'
import { personalView } from '#src/lib/personalView.ts'
import { useSession } from '#src/lib/useSession.ts'
import { notify } from '#src/ui/notify.ts'
import type { WishlistPayload } from './intents.ts'
import { takeWanted } from './wanted.ts'

type WishlistView = {
  /** As the shopper sees it; undefined while nothing is known of it, or for a guest. */
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

/** Changes the wishlist, online and offline alike; null for a guest, who has none. */
export function useWishlistChanges() {
  const { user } = useSession()
  return user && changesFor(user.id)
}

/** Each change is done once it has been sent, or is known to have to wait. */
function changesFor(customer: string) {
  const post = async (payload: WishlistPayload) => {
    const { postToWishlist } = await import('./live.ts')
    await postToWishlist(customer, payload)
  }
  return {
    add: (product: Product) => post({ kind: 'add', product_id: product.id, product }),
    remove: (product_id: number) => post({ kind: 'remove', product_id }),
  }
}

/** Adds what a guest had wanted before signing in. To be called once somebody has. */
export async function addWanted() {
  const customer = session.state().user?.id
  if (customer === undefined) return
  const wanted = takeWanted()
  if (wanted.length === 0) return
  notify.success(wishlistTexts.added, { duration: toastFor.long })
  const { add } = changesFor(customer)
  for (const product of wanted) await add(product)
}
