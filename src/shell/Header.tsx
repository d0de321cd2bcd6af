import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import '#src/features/wishlist/WishlistLink.css.ts'
import { island, whenWide } from '#src/lib/island.ts'
import { latePart } from '#src/lib/latePart.ts'
import { patiently } from '#src/lib/patiently.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { CartLink } from './CartLink.tsx'
import './AccountMenu.css.ts'
import * as css from './Header.css.ts'
import './SearchBox.css.ts'

// Shown on larger screens only.
const SearchBox = island(async () => (await import('./SearchBox.tsx')).SearchBox, whenWide)
const AccountMenu = island(async () => (await import('./AccountMenu.tsx')).AccountMenu, whenWide)
const HeaderWishlist = island(async () => (await import('./HeaderWishlist.tsx')).HeaderWishlist, whenWide)

const loadMenu = async () => (await import('./MobileMenu.tsx')).MobileMenu
const MobileMenu = latePart(loadMenu)

/** Logo, search, account, heart and bag; on a phone the menu holds what does not fit. */
export function Header() {
  const [menu, setMenu] = useState<'closed' | 'open' | 'search'>('closed')
  const warm = () => void patiently(loadMenu)
  return (
    <>
      <header className={css.root} data-print="none">
        <div className={css.row}>
          <div className={css.start}>
            <div className={css.onPhone}>
              <IconButton
                icon="menu"
                label="Menu"
                aria-haspopup="dialog"
                aria-expanded={menu !== 'closed'}
                onPointerDown={warm}
                onClick={() => setMenu('open')}
              />
              <IconButton
                icon="search"
                label="Search"
                aria-haspopup="dialog"
                onPointerDown={warm}
                onClick={() => setMenu('search')}
              />
            </div>
            <div className={css.onDesktop}>
              <Suspense>
                <SearchBox />
              </Suspense>
            </div>
          </div>
          <Link to="/" className={css.home}>
            <Logo />
          </Link>
          <div className={css.end}>
            <div className={css.onDesktop}>
              <Suspense>
                <AccountMenu />
                <HeaderWishlist />
              </Suspense>
            </div>
            <CartLink />
          </div>
        </div>
      </header>
      {menu !== 'closed' && (
        <Suspense>
          <MobileMenu startsWith={menu === 'search' ? 'search' : 'links'} onClose={() => setMenu('closed')} />
        </Suspense>
      )}
    </>
  )
}
