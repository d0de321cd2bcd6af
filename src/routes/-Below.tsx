import { Suspense, memo } from 'react'
import '#src/features/catalogue/ProductCard.css.ts'
import '#src/features/catalogue/ProductGrid.css.ts'
import '#src/features/reviews/ReviewList.css.ts'
import '#src/features/reviews/Reviews.css.ts'
import { island, whenUsed } from '#src/lib/island.ts'

const ProductBelow = island(async () => (await import('./-ProductBelow.tsx')).ProductBelow, whenUsed)

/** The content below a piece, memoised against the page's own changes: React would discard what has not hydrated yet. */
export const Below = memo((props: { slug: string; id: number; name: string }) => (
  <Suspense>
    <ProductBelow {...props} />
  </Suspense>
))
