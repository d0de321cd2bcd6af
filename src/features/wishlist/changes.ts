import type { AnyRouter } from '@tanstack/react-router'
import type { Product } from '#contract/catalogue.ts'
import { texts } from '#contract/texts.ts'
import { wishlistTexts } from '#contract/wishlistTexts.ts'
import { session } from '#src/lib/client.ts'
import { goToLogin } from '#src/lib/goToLogin.ts'
import { notify } from '#src/ui/notify.ts'
import { lastWanted, rememberWanted, takeWanted } from './wanted.ts'

type Toggle = {
  product: Product
  isWished: boolean
  router: AnyRouter
  /** Called at once; on the wishlist itself the button disappears with its piece. */
  onRemoved?: (() => void) | undefined
}

/**
 * What the heart does, online and offline alike. Resolves once the change is stored; rejects if its code cannot be
 * loaded.
 */
export async function toggleWish({ product, isWished, router, onRemoved }: Toggle) {
  const customer = session.state().user?.id
  if (customer === undefined) return askToLogIn(product, isWished, router)
  // Not needed for a guest. Loaded before anything is announced: without it nothing is stored.
  const { postToWishlist } = await import('./live.ts')
  const add = () => postToWishlist(customer, { kind: 'add', product_id: product.id, product })
  if (!isWished) {
    notify.success(wishlistTexts.added, { id: 'wishlist' })
    return add()
  }
  notify.success(wishlistTexts.removed, {
    id: 'wishlist',
    action: { label: 'Undo', run: () => void add() },
  })
  onRemoved?.()
  await postToWishlist(customer, { kind: 'remove', product_id: product.id })
}

function askToLogIn(product: Product, isWished: boolean, router: AnyRouter) {
  // Only somebody who was signed out in another tab still sees a filled heart.
  if (!isWished) rememberWanted(product)
  const from = router.state.location.href
  notify.warning(isWished ? texts.guest.wishlistEdit : texts.guest.wishlistAdd, {
    id: 'guest-wishlist',
    action: { label: 'Log in', run: () => goToLogin(router, from) },
  })
}

/** Adds what a guest wanted before signing in. To be called once somebody has signed in. */
export async function addWanted() {
  const customer = session.state().user?.id
  if (customer === undefined || lastWanted() === undefined) return
  let live: typeof import('./live.ts')
  try {
    live = await import('./live.ts')
  } catch {
    return void notify.error(wishlistTexts.addFailed)
  }
  const wanted = takeWanted()
  if (wanted.length > 0) live.tellAddedAfterLogin(wanted.length)
  for (const product of wanted) {
    await live.postToWishlist(customer, { kind: 'add', product_id: product.id, product })
  }
}
