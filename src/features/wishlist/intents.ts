import type { Product } from '#contract/catalogue.ts'
import type { WishlistEntry } from '#contract/wishlist.ts'
import type { Intent } from '#src/offline/intent.ts'

/** An addition includes the piece, so that it can be shown before the server has answered, and offline. */
export type WishlistPayload =
  | { kind: 'add'; product_id: number; product: Product }
  | { kind: 'remove'; product_id: number }

export type WishlistIntent = Intent<WishlistPayload>

/** The wishlist as the shopper sees it: the server's, with everything that still waits applied in order. */
export const applyIntents = (
  entries: WishlistEntry[],
  payloads: readonly WishlistPayload[],
): WishlistEntry[] => payloads.reduce(applyOne, entries)

function applyOne(entries: WishlistEntry[], payload: WishlistPayload): WishlistEntry[] {
  const { product_id } = payload
  if (payload.kind === 'remove') return entries.filter((entry) => entry.product_id !== product_id)
  if (entries.some((entry) => entry.product_id === product_id)) return entries
  // The newest first, as on the server.
  return [{ id: `new-${product_id}`, product_id, product: payload.product }, ...entries]
}

/**
 * The changes to keep once `next` joins those not sent yet: for each piece only the last. It is sent even if it changes
 * nothing, because an earlier one may be on its way already.
 */
export const collapse = (
  unsent: readonly WishlistIntent[],
  next: WishlistPayload,
  make: (payload: WishlistPayload) => WishlistIntent,
): WishlistIntent[] => [
  ...unsent.filter((intent) => intent.payload.product_id !== next.product_id),
  make(next),
]
