import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import type { CartItem } from '#contract/cart.ts'
import { cartTexts } from '#contract/cartTexts.ts'
import type { Product, Variant } from '#contract/catalogue.ts'
import { cartQuantityDebounce } from '#contract/constants.ts'
import { available } from '#contract/stock.ts'
import { texts } from '#contract/texts.ts'
import { session } from '#src/lib/client.ts'
import { useSession } from '#src/lib/useSession.ts'
import { notify } from '#src/ui/notify.ts'
import { askToLogIn } from './askToLogIn.ts'
import type { CartPayload } from './intents.ts'
import type { LineRef } from './line.ts'
import { newLine } from './newLine.ts'

export type CartChanges = ReturnType<typeof cartChanges>

/**
 * Changes this customer's cart, online and offline alike. Each call resolves once the change is on view, and fails if
 * its code cannot be loaded.
 */
export function cartChanges(queryClient: QueryClient, customer: string) {
  const post = async (payload: CartPayload, how: { delay?: number; key?: string | undefined } = {}) => {
    const { postToCart } = await import('./live.ts')
    void postToCart(queryClient, customer, payload, how)
  }
  return {
    /** However often it is added under one `key`, it is once. */
    add: (line: Omit<Extract<CartPayload, { kind: 'add' }>, 'kind' | 'base'>, key?: string) =>
      post({ kind: 'add', ...line, base: 0 }, { key }),
    /** Quick taps on the stepper are one change: the last quantity, half a second after the last tap. */
    setQuantity: ({ product_id, variant_id }: LineRef, quantity: number) =>
      post({ kind: 'set', product_id, variant_id, quantity }, { delay: cartQuantityDebounce }),
    remove: ({ product_id, variant_id }: LineRef) => post({ kind: 'remove', product_id, variant_id }),
    clear: () => post({ kind: 'clear' }),
  }
}

/** null for a guest, who has no cart. */
export function useCartChanges(): CartChanges | null {
  const queryClient = useQueryClient()
  const { user } = useSession()
  return user && cartChanges(queryClient, user.id)
}

/** Tells the shopper if a change fails because there is no network to load its code. */
export const orSayWhy = (change: Promise<unknown>): void =>
  void change.catch(() => notify.error(texts.networkError))

type Chosen = { product: Product; variant: Variant | null }
type Place = { router: AnyRouter; queryClient: QueryClient }

/** Adds one of the piece to the cart, and says so; a guest is asked to log in. */
export async function addToCart({ product, variant }: Chosen, { router, queryClient }: Place) {
  const line = newLine(product, variant)
  const customer = session.state().user?.id
  if (customer === undefined) return askToLogIn(router, line)
  await cartChanges(queryClient, customer).add(line)
  notify.success(cartTexts.added, {
    id: 'cart',
    action: { label: 'View cart', run: () => void router.navigate({ to: '/cart' }) },
  })
}

/** Removes the line from the cart and says so, with a way to undo it. */
export async function removeLine(
  changes: Pick<CartChanges, 'add' | 'remove'>,
  { product_id, variant_id, product, variant, ...line }: Omit<CartItem, 'id' | 'total'>,
  message: string,
) {
  // A quantity above the stock would be refused, and nothing would be restored.
  const quantity = Math.min(line.quantity, available({ product, variant }))
  const customer = session.state().user?.id
  const restore = async () => {
    // The message may outlive a session that ends elsewhere.
    if (session.state().user?.id !== customer) return
    await changes.add({ product_id, variant_id, product, variant, quantity, restores: true })
    notify.success(cartTexts.restored, { id: 'cart' })
  }
  await changes.remove({ product_id, variant_id })
  notify.success(message, {
    id: 'cart',
    ...(quantity > 0 && { action: { label: 'Undo', run: () => orSayWhy(restore()) } }),
  })
}

/** As `removeLine`, but from the piece's own page. */
export async function removeFromCart(
  { product, variant }: Chosen,
  quantity: number,
  queryClient: QueryClient,
) {
  const customer = session.state().user?.id
  if (customer === undefined) return
  await removeLine(cartChanges(queryClient, customer), newLine(product, variant, quantity), cartTexts.removed)
}
