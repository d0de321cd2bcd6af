import { Link } from '@tanstack/react-router'
import { shopDetails } from '#contract/shopDetails.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { container } from '#src/ui/layout.css.ts'
import { Logo } from '#src/ui/Logo.tsx'
import { CardLogos } from './CardLogos.tsx'
import { home } from './Header.css.ts'
import * as css from './QuietChrome.css.ts'

/** The header of a page that has one purpose. */
export function QuietHeader() {
  return (
    <header className={css.header} data-print="none">
      <div className={`${container} ${css.row}`}>
        <Link to="/cart" className={css.back}>
          <Icon name="arrowLeft" size="s" />
          <span className={css.backText}>Back to cart</span>
        </Link>
        <Link to="/" className={home}>
          <Logo />
        </Link>
      </div>
    </header>
  )
}

export function QuietFooter() {
  return (
    <footer className={css.footer} data-print="none">
      <div className={`${container} ${css.footerRow}`}>
        <p>
          Phone support: <span className={css.whole}>{shopDetails.phone}</span>,{' '}
          <span className={css.whole}>{shopDetails.supportHours}</span>
        </p>
        <CardLogos />
      </div>
    </footer>
  )
}
