import { Suspense } from 'react'
import { shop } from '#contract/shop.ts'
import '#src/features/catalogue/ProductCard.css.ts'
import { Hero } from '#src/features/content/Hero.tsx'
import { PopularCategories } from '#src/features/content/PopularCategories.tsx'
import '#src/features/content/HeroGrid.css.ts'
import '#src/features/content/PromiseItems.css.ts'
import '#src/features/content/PromoBanners.css.ts'
import { island, whenUsed } from '#src/lib/island.ts'
import { visuallyHidden } from '#src/ui/layout.css.ts'
import * as css from './index.css.ts'

// Below the first view, so that scrolling hydrates it.
const HomeBelow = island(async () => (await import('./-HomeBelow.tsx')).HomeBelow, whenUsed)

/** The whole home page. */
export function Home() {
  return (
    <div className={css.page}>
      <h1 className={visuallyHidden}>
        {shop.name}: {shop.tagline}
      </h1>
      <Hero />
      <Suspense>
        <PopularCategories />
      </Suspense>
      <Suspense>
        <HomeBelow />
      </Suspense>
    </div>
  )
}
