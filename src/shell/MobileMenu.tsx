import { Link, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { categoryBar } from '#contract/shop.ts'
import { useCart } from '#src/features/cart/state.ts'
import { useWishlist } from '#src/features/wishlist/state.ts'
import { wishlistLabel } from '#src/features/wishlist/wishlistLabel.ts'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { Sheet } from '#src/ui/Dialog.tsx'
import { EmailAddress } from '#src/ui/EmailAddress.tsx'
import { CountBadge } from '#src/ui/IconButton.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import { tellGuest } from '#src/ui/tellGuest.ts'
import { accountLinks } from './accountLinks.ts'
import { cartLabel, pieces } from './cartCount.ts'
import * as css from './MobileMenu.css.ts'
import { MobileSearch } from './MobileSearch.tsx'
import { SignOutButton } from './SignOutButton.tsx'
import { useSignOut } from './useSignOut.ts'

const categories = [
  ...categoryBar.slice(0, -1),
  { label: 'Pendants', to: '/pendant' },
  ...categoryBar.slice(-1),
]

type Props = { startsWith: 'links' | 'search'; onClose: () => void }

/** Everything that a phone's header has no space for, full screen. During a search, only that. */
export function MobileMenu({ startsWith, onClose }: Props) {
  const router = useRouter()
  const [isSearching, setSearching] = useState(false)
  const close = useEffectEvent(onClose)
  // Swiping back on an iPhone does not ask anything open to close.
  useEffect(() => router.subscribe('onBeforeLoad', ({ hrefChanged }) => hrefChanged && close()), [router])
  const closeOnChoice = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) onClose()
  }
  return (
    <Sheet placement="screen" title="Menu" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- its links do */}
      <div className={css.body} onClick={closeOnChoice}>
        <MobileSearch isFirst={startsWith === 'search'} onSearching={setSearching} onChosen={onClose} />
        {!isSearching && (
          <>
            <Tiles />
            <Categories />
            <Account onSignedOut={onClose} />
          </>
        )}
      </div>
    </Sheet>
  )
}

function Tiles() {
  const inCart = pieces(useCart().cart)
  const wished = useWishlist().entries?.length ?? 0
  const tile = (label: string, icon: IconName, count = 0, spoken = label) => (
    <>
      <span className={css.tileIcon}>
        <Icon name={icon} />
        <CountBadge count={count} />
      </span>
      <span aria-hidden="true">{label}</span>
      <span className={visuallyHidden}>{spoken}</span>
    </>
  )
  return (
    <nav aria-label="Your shopping" className={css.tiles}>
      <Link to="/wishlist" className={css.tile} preload={false} onClick={tellGuest}>
        {tile('Wishlist', 'heart', wished, wishlistLabel(wished))}
      </Link>
      <Link to="/cart" className={css.tile} preload={false} onClick={tellGuest}>
        {tile('Cart', 'bag', inCart, cartLabel(inCart))}
      </Link>
      <Link to="/orders" className={css.tile} preload={false}>
        {tile('Orders', 'package')}
      </Link>
      <Link to="/track-order" className={css.tile}>
        {tile('Track', 'truck')}
      </Link>
    </nav>
  )
}

function Categories() {
  return (
    <nav aria-label="Categories">
      <ul className={css.links}>
        {categories.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={css.link} activeOptions={{ exact: true, includeSearch: false }}>
              {label}
              <Icon name="chevronRight" size="s" className={css.chevron} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Account({ onSignedOut }: { onSignedOut: () => void }) {
  const { customer } = useSignOut()
  if (!customer) {
    return (
      <div className={css.guest}>
        <Link to="/login" className={buttonStyle({ width: 'full' })}>
          Login
        </Link>
        <Link to="/sign-up" className={buttonStyle({ tone: 'secondary', width: 'full' })}>
          Sign Up
        </Link>
      </div>
    )
  }
  return (
    <section className={css.account} aria-label="Account">
      <div>
        <p className={css.name}>{customer.first_name}</p>
        <p className={css.email}>
          <EmailAddress of={customer.email} />
        </p>
      </div>
      <ul className={css.links}>
        {accountLinks.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={css.link} preload={false}>
              {label}
              <Icon name="chevronRight" size="s" className={css.chevron} />
            </Link>
          </li>
        ))}
      </ul>
      <SignOutButton className={css.signOut} onSignedOut={onSignedOut} />
    </section>
  )
}
