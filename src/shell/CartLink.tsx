import { Link } from '@tanstack/react-router'
import { useCart } from '#src/features/cart/state.ts'
import { useSession } from '#src/lib/useSession.ts'
import { CountBadge, iconButtonStyle } from '#src/ui/IconButton.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { tellGuest } from '#src/ui/tellGuest.ts'
import { cartLabel, pieces } from './cartCount.ts'

/** The link to the cart. The guard of the customer's pages tells a guest why it leads to the login. */
export function CartLink() {
  const { isAuthenticated } = useSession()
  const { cart } = useCart()
  const count = pieces(cart)
  return (
    <Link
      to="/cart"
      className={iconButtonStyle()}
      aria-label={cartLabel(count)}
      title="Cart"
      preload={isAuthenticated ? 'intent' : false}
      onClick={tellGuest}
    >
      <Icon name="bag" />
      <CountBadge count={count} />
    </Link>
  )
}
