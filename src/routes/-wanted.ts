import type { QueryClient } from '@tanstack/react-query'
import { cartTexts } from '#contract/cartTexts.ts'
import { longToast } from '#contract/constants.ts'
import { type CartChanges, cartChanges } from '#src/features/cart/changes.ts'
import { newLine } from '#src/features/cart/newLine.ts'
import { type Wanted, takeWanted } from '#src/features/cart/wanted.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { addWanted as addWantedWishes } from '#src/features/wishlist/changes.ts'
import { lastWanted } from '#src/features/wishlist/wanted.ts'
import { AppError } from '#src/lib/AppError.ts'
import { session } from '#src/lib/client.ts'
import { stringifySearch } from '#src/lib/search.ts'
import { notify } from '#src/ui/notify.ts'

/**
 * Adds what a guest wanted before signing in; returns the address of the piece for the cart, or else of the last one
 * wished for, if there was any.
 */
export function addWanted(queryClient: QueryClient): string | null {
  const wished = lastWanted()
  void addWantedWishes()
  const customer = session.state().user?.id
  const wanted = takeWanted()
  if (customer === undefined) return null
  if (wanted === null) return wished ? `/products/${wished.slug}` : null
  void addToCart(queryClient, cartChanges(queryClient, customer), wanted)
  return `/products/${wanted.slug}${stringifySearch({ variant: wanted.variant_id })}`
}

async function addToCart(queryClient: QueryClient, changes: CartChanges, wanted: Wanted) {
  const asked = catalogue.product(wanted.slug)
  const product = await queryClient.fetchQuery(asked).catch((error: unknown) =>
    // The piece may have gone meanwhile; then its page says so. Otherwise it is used as it was when wanted, if that is
    // known.
    error instanceof AppError && error.code === 'not_found' ? null : queryClient.getQueryData(asked.queryKey),
  )
  if (product === null) return
  if (product === undefined) return void notify.error(cartTexts.addFailed)
  const variant = product.variants.find(({ id }) => id === wanted.variant_id) ?? null
  // As with a piece that is gone: its page shows what can be bought now.
  if (variant === null && (wanted.variant_id !== null || product.variants.length > 0)) return
  try {
    await changes.add(newLine(product, variant, wanted.quantity))
    notify.success(cartTexts.addedAfterLogin, { duration: longToast })
  } catch {
    notify.error(cartTexts.addFailed)
  }
}
