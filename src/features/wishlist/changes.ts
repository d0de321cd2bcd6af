import type { AnyRouter } from '@tanstack/react-router'
import type { Product } from '#contract/catalogue.ts'
import { toastFor } from '#contract/constants.ts'
import { texts } from '#contract/texts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { session } from '#src/lib/client.ts'
import { notify } from '#src/ui/notify.ts'
import type { WishlistPayload } from './intents.ts'
import { rememberWanted, takeWanted } from './wanted.ts'

type Toggle = {
  product: Product
  isWished: boolean
  router: AnyRouter
  /** Called at once; on the wishlist itself the button goes with its piece. */
  onRemoved?: (() => void) | undefined
}

/** What the heart does, online and offline alike: done once it is kept. */
export async function toggleWish({ product, isWished, router, onRemoved }: Toggle) {
  const customer = session.state().user?.id
  if (customer === undefined) return askToLogIn(product, isWished, router)
  const add = () => post(customer, { kind: 'add', product_id: product.id, product })
  if (!isWished) {
    notify.success(wishlistTexts.added, { id: 'wishlist' })
    return add()
  }
  notify.success(wishlistTexts.removed, {
    id: 'wishlist',
    action: { label: 'Undo', run: () => void add() },
  })
  onRemoved?.()
  await post(customer, { kind: 'remove', product_id: product.id })
}

// A guest needs nothing of it.
async function post(customer: string, payload: WishlistPayload) {
  const { postToWishlist } = await import('./live.ts')
  await postToWishlist(customer, payload)
}

function askToLogIn(product: Product, isWished: boolean, router: AnyRouter) {
  // Only who was signed out in another tab still sees a heart that is full.
  if (!isWished) rememberWanted(product)
  const from = router.state.location.href
  notify.warning(isWished ? texts.guest.wishlistEdit : texts.guest.wishlistAdd, {
    id: 'guest-wishlist',
    action: { label: 'Log in', run: () => void router.navigate({ to: '/login', search: { from } }) },
  })
}

/** Adds what a guest had wanted before signing in. To be called once somebody has. */
export async function addWanted() {
  const customer = session.state().user?.id
  if (customer === undefined) return
  const wanted = takeWanted()
  if (wanted.length === 0) return
  notify.success(wishlistTexts.addedAfterLogin, { duration: toastFor.long })
  for (const product of wanted) {
    await post(customer, { kind: 'add', product_id: product.id, product })
  }
}
