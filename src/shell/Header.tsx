import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { toCard } from '#src/features/catalogue/card.ts'
import { WishlistLink } from '#src/features/wishlist/WishlistLink.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { CartLink } from './CartLink.tsx'
import * as css from './Header.css.ts'
import { SearchBox } from './SearchBox.tsx'

const loadMenu = () => import('./MobileMenu.tsx')
const MobileMenu = lazy(() => loadMenu().then(({ MobileMenu }) => ({ default: MobileMenu })))

/** Logo, search, account, heart and bag; on a phone the menu holds what does not fit. */
export function Header() {
  const [menu, setMenu] = useState<'closed' | 'open' | 'search'>('closed')
  const warm = () => void loadMenu()
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
              <SearchBox />
            </div>
          </div>
          <Link to="/" className={css.home}>
            <Logo />
          </Link>
          <div className={css.end}>
            <div className={css.onDesktop}>
              <AccountMenu />
              <WishlistLink cardOf={toCard} />
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
