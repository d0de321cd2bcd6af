import '#src/features/catalogue/ProductCard.css.ts'
import '#src/features/catalogue/ProductGrid.css.ts'
import '#src/features/reviews/ReviewList.css.ts'
import '#src/features/reviews/Reviews.css.ts'
import { whenUsed } from '#src/lib/island.ts'
import { steadyIsland } from '#src/ui/steadyIsland.tsx'

/** The content below a piece. */
export const Below = steadyIsland(async () => (await import('./-ProductBelow.tsx')).ProductBelow, whenUsed)
