import { Link } from '@tanstack/react-router'
import { counted } from '#contract/counted.ts'
import { useCart } from '#src/features/cart/state.ts'
import { useWishlist } from '#src/features/wishlist/state.ts'
import { useLate } from '#src/lib/useLate.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { CountBadge } from '#src/ui/IconButton.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { tellGuest } from '#src/ui/tellGuest.ts'
import * as css from './BottomBar.css.ts'
import { pieces } from './cartCount.ts'
import { useIsQuiet } from './useIsQuiet.ts'

const loadMenu = async () => (await import('./MobileMenu.tsx')).MobileMenu

/** Within reach of thumbs, in the installed shop on a phone. A checkout has no way out but back. */
export function BottomBar() {
  const isQuiet = useIsQuiet()
  const { Part: MobileMenu, open, close } = useLate(loadMenu)
  const { cart } = useCart()
  const { entries } = useWishlist()
  if (isQuiet) return null

  const inCart = pieces(cart)
  const wished = entries?.length ?? 0
  return (
    <nav className={css.root} aria-label="Main" data-print="none">
      <Link to="/" className={css.item} activeOptions={{ exact: true }}>
        <Drawing name="home" />
        Home
      </Link>
      <button
        type="button"
        className={css.item}
        aria-haspopup="dialog"
        onPointerDown={() => void loadMenu().catch(() => undefined)}
        onClick={open}
      >
        <Drawing name="search" />
        Search
      </button>
      <Link to="/wishlist" className={css.item} onClick={tellGuest}>
        <Drawing name="heart" count={wished} />
        Wishlist
        <Count of={wished} />
      </Link>
      <Link to="/cart" className={css.item} onClick={tellGuest}>
        <Drawing name="bag" count={inCart} />
        Bag
        <Count of={inCart} />
      </Link>
      <Link to="/account" className={css.item}>
        <Drawing name="user" />
        Account
      </Link>
      {MobileMenu && <MobileMenu startsWith="search" onClose={close} />}
    </nav>
  )
}

function Drawing({ name, count = 0 }: { name: IconName; count?: number }) {
  return (
    <span className={css.drawing}>
      <Icon name={name} />
      <CountBadge count={count} />
    </span>
  )
}

/** What the number on the icon means, for screen readers. */
const Count = ({ of: count }: { of: number }) =>
  count > 0 && <span className={visuallyHidden}>{`, ${counted(count, 'item')}`}</span>
