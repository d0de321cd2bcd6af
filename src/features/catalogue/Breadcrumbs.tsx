import { Link, useCanGoBack, useHydrated, useLocation, useRouter } from '@tanstack/react-router'
import type { Product } from '#contract/catalogue.ts'
import { whenUsed } from '#src/lib/island.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { steadyIsland } from '#src/ui/steadyIsland.tsx'
import * as css from './Breadcrumbs.css.ts'
import { trailOf } from './trail.ts'

const ShareButton = steadyIsland(async () => (await import('./ShareButton.tsx')).ShareButton, whenUsed)

/** The links back to where the shopper was and up the hierarchy, and the button that shares the piece. */
export function Breadcrumbs({ product }: { product: Product }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const trail = trailOf(product)
  // Kept in the history state, so that it survives a reload; the server-rendered page does not know it.
  const isFromWishlist = useLocation({ select: ({ state }) => state.fromWishlist === true })
  const leadsToWishlist = useHydrated() && isFromWishlist
  const back = () => {
    // Somebody who came from outside has no page of ours behind them.
    if (canGoBack) router.history.back()
    else void router.navigate({ to: trail[1].to })
  }
  return (
    <div className={css.root}>
      <button type="button" className={css.back} onClick={back}>
        <Icon name="arrowLeft" size="s" />
        {leadsToWishlist ? 'Back to wishlist' : 'Back'}
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
      <ShareButton key={product.id} product={product} />
    </div>
  )
}
