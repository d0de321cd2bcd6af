import { texts } from '#contract/texts.ts'
import { session } from '#src/lib/client.ts'
import { notify } from './notify.ts'

/** Tells a guest who opens the cart or the wishlist why it leads to the login. */
export function tellGuest(): void {
  if (!session.state().isAuthenticated) notify.error(texts.guest.header, { id: 'guest' })
}
