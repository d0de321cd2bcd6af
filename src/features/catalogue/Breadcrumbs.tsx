import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { Product } from '#contract/catalogue.ts'
import { Icon } from '#src/ui/Icon.tsx'
import * as css from './Breadcrumbs.css.ts'
import { trailOf } from './trail.ts'

/** The way back to where the shopper was, and the way up. */
export function Breadcrumbs({ product }: { product: Product }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const trail = trailOf(product)
  const back = () => {
    // Somebody who came from outside has no page of ours behind them.
    if (canGoBack) router.history.back()
    else void router.navigate({ to: trail[1].to })
  }
  return (
    <div className={css.root}>
      <button type="button" className={css.back} onClick={back}>
        <Icon name="chevronLeft" size="s" />
        Back
      </button>
      <nav aria-label="Breadcrumb" className={css.nav}>
        <ol className={css.trail}>
          {trail.map(({ label, to }) => (
            <li key={label} className={css.place}>
              {to ? (
                <Link to={to} className={css.link}>
                  {label}
                </Link>
              ) : (
                <span aria-current="page">{label}</span>
              )}
            </li>
          ))}
        </ol>
      </nav>
    </div>
  )
}
