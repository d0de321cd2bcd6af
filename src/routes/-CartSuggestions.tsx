import { ProductGrid } from '#src/features/catalogue/ProductGrid.tsx'
import { useWishlist } from '#src/features/wishlist/state.ts'
import { cardActions } from './-cardActions.tsx'
import * as css from './-CartSuggestions.css.ts'

/** For an empty cart: what the customer has put by. Nothing while that is unknown, or nothing. */
export function CartSuggestions() {
  const { entries = [] } = useWishlist()
  if (entries.length === 0) return null
  return (
    <section className={css.root} aria-labelledby="suggestions">
      <h2 id="suggestions" className={css.title}>
        From your wishlist
      </h2>
      <ProductGrid products={entries.slice(0, 4).map((entry) => entry.product)} actions={cardActions} />
    </section>
  )
}
