import type { AnyRouter } from '@tanstack/react-router'
import { texts } from '#contract/texts.ts'
import { goToLogin } from '#src/lib/goToLogin.ts'
import { notify } from '#src/ui/notify.ts'
import type { LineRef } from './line.ts'
import { rememberWanted } from './wanted.ts'

/** Tells a guest that a cart needs an account, and remembers what they wanted until they have logged in. */
export function askToLogIn(router: AnyRouter, slug: string, { product_id, variant_id }: LineRef) {
  rememberWanted({ product_id, variant_id, quantity: 1, slug })
  const from = router.state.location.href
  notify.warning(texts.guest.cart, {
    id: 'guest-cart',
    action: { label: 'Log in', run: () => goToLogin(router, from) },
  })
}
