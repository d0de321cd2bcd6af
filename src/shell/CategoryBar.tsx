import { Link } from '@tanstack/react-router'
import { categoryBar } from '#contract/shop.ts'
import * as css from './CategoryBar.css.ts'

// A filter or page number in the address is still the same listing, a piece below /products is not.
const samePage = { exact: true, includeSearch: false }

export function CategoryBar() {
  return (
    <nav className={css.root} aria-label="Categories" data-print="none">
      <ul className={css.list}>
        {categoryBar.map(({ label, to }) => (
          <li key={to}>
            <Link to={to} className={css.link} activeOptions={samePage}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
