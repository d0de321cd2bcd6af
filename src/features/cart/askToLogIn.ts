import type { AnyRouter } from '@tanstack/react-router'
import { texts } from '#contract/texts.ts'
import { pieceText } from '#contract/variantText.ts'
import { goToLogin } from '#src/lib/goToLogin.ts'
import { notify } from '#src/ui/notify.ts'
import type { newLine } from './newLine.ts'
import { rememberWanted } from './wanted.ts'

/** Tells a guest that a cart needs an account, and remembers what they wanted until they have logged in. */
export function askToLogIn(router: AnyRouter, line: ReturnType<typeof newLine>) {
  const { product_id, variant_id, quantity, product, variant } = line
  const name = pieceText(product, variant?.name ?? null)
  rememberWanted({ product_id, variant_id, quantity, slug: product.slug, name, key: crypto.randomUUID() })
  const from = router.state.location.href
  notify.warning(texts.guest.cart, {
    id: 'guest-cart',
    action: { label: 'Log in', run: () => goToLogin(router, from) },
  })
}
