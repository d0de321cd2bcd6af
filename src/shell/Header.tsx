import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import '#src/features/wishlist/WishlistLink.css.ts'
import { island, whenWide } from '#src/lib/island.ts'
import { useLate } from '#src/lib/useLate.ts'
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

/** Logo, search, account, heart and bag; on a phone the menu holds what does not fit. */
export function Header() {
  const { Part: MobileMenu, open, close } = useLate(loadMenu)
  const [startsWith, start] = useState<'links' | 'search'>('links')
  const warm = () => void loadMenu().catch(() => undefined)
  const show = (first: typeof startsWith) => {
    start(first)
    open()
  }
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
                aria-expanded={MobileMenu !== null}
                onPointerDown={warm}
                onClick={() => show('links')}
              />
              <IconButton
                icon="search"
                label="Search"
                aria-haspopup="dialog"
                onPointerDown={warm}
                onClick={() => show('search')}
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
      {MobileMenu && <MobileMenu startsWith={startsWith} onClose={close} />}
    </>
  )
}
