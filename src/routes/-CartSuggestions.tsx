import { ProductGrid } from '#src/features/catalogue/ProductGrid.tsx'
import { RecentlyViewed } from '#src/features/catalogue/RecentlyViewed.tsx'
import { useWishlist } from '#src/features/wishlist/state.ts'
import { cardActions } from './-cardActions.tsx'
import * as css from './-CartSuggestions.css.ts'

/**
 * For an empty cart: what is on the customer's wishlist, and what they looked at. Nothing while that is unknown or
 * empty.
 */
export function CartSuggestions() {
  const { entries, error } = useWishlist()
  // What comes first would push down the rest.
  if (entries === undefined && error === null) return null
  return (
    <>
      {entries !== undefined && entries.length > 0 && (
        <section className={css.root} aria-labelledby="suggestions">
          <h2 id="suggestions" className={css.title}>
            From your wishlist
          </h2>
          <ProductGrid products={entries.slice(0, 4).map((entry) => entry.product)} actions={cardActions} />
        </section>
      )}
      <RecentlyViewed className={css.root} actions={cardActions} />
    </>
  )
}
