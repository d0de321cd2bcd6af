import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { catalogue, inOneRow } from '#src/features/catalogue/api.ts'
import type { ListingSearch } from '#src/features/catalogue/listingSearch.ts'
import { twoAbreast } from '#src/features/catalogue/pictureSize.ts'
import { ProductCard } from '#src/features/catalogue/ProductCard.tsx'
import { ProductCardSkeleton } from '#src/features/catalogue/ProductGrid.tsx'
import { RecentlyViewedAtEnd } from '#src/features/catalogue/RecentlyViewed.tsx'
import { HeroGrid } from '#src/features/content/HeroGrid.tsx'
import { PromiseItems } from '#src/features/content/PromiseItems.tsx'
import { PromoBanners } from '#src/features/content/PromoBanners.tsx'
import { SectionError } from '#src/features/content/SectionError.tsx'
import { Saved } from '#src/offline/Saved.tsx'
import { band, container, headingRow, inMargin, visuallyHidden } from '#src/ui/layout.css.ts'
import { standaloneLink } from '#src/ui/text.css.ts'
import { cardActions } from './-cardActions.tsx'
import { bestsellers, newPieces } from './-homeRows.ts'
import * as css from './index.css.ts'

const inRow = `(min-width: 1344px) 305px, (min-width: 768px) 23vw, ${twoAbreast}`

/** What the home page shows below its first view. */
export const HomeBelow = () => (
  <>
    <PromoBanners />
    <ProductRow title="Bestsellers" filter={bestsellers} className={css.following} />
    <HeroGrid />
    <ProductRow title="New in" filter={newPieces} />
    <PromiseItems />
    <RecentlyViewedAtEnd className={`${band} ${container}`} actions={cardActions} />
  </>
)

type RowProps = { title: string; filter: ListingSearch; className?: string }

/** The first few pieces of a listing, and a link to the rest. */
function ProductRow({ title, filter, className = '' }: RowProps) {
  const id = useId()
  const query = useQuery(catalogue.few(filter))
  const { data, error } = query
  if (data?.products.length === 0) return null
  return (
    <section
      className={`${band} ${css.pieces} ${className}`}
      aria-labelledby={id}
      aria-busy={(!data && !error) || undefined}
    >
      <div className={container}>
        <div className={headingRow}>
          <h2 id={id}>{title}</h2>
          <Link to="/products" search={filter} className={standaloneLink}>
            View all<span className={visuallyHidden}> {title}</span>
          </Link>
        </div>
        <p className={inMargin}>
          <Saved of={catalogue.few(filter)} isAlone />
        </p>
        <SectionError query={query}>
          <ul className={css.row}>
            {!data &&
              Array.from({ length: inOneRow }, (_, index) => (
                <li key={index} aria-hidden="true">
                  <ProductCardSkeleton />
                </li>
              ))}
            {data?.products.map((product) => (
              <li key={product.id}>
                <ProductCard product={product} sizes={inRow} actions={cardActions(product)} />
              </li>
            ))}
          </ul>
        </SectionError>
      </div>
    </section>
  )
}
