import { Suspense, memo } from 'react'
import '#src/features/catalogue/ProductCard.css.ts'
import '#src/features/catalogue/ProductGrid.css.ts'
import '#src/features/reviews/ReviewList.css.ts'
import '#src/features/reviews/Reviews.css.ts'
import { island, whenUsed } from '#src/lib/island.ts'

const ProductBelow = island(
  async () => ({ default: (await import('./-ProductBelow.tsx')).ProductBelow }),
  whenUsed,
)

/** What stands below a piece, kept from the page's own changes: what is not awake yet would be thrown away by them. */
export const Below = memo((props: { slug: string; id: number; name: string }) => (
  <Suspense>
    <ProductBelow {...props} />
  </Suspense>
))
