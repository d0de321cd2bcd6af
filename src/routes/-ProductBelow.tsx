import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { catalogue } from '#src/features/catalogue/api.ts'
import { ProductBand } from '#src/features/catalogue/ProductPage.tsx'
import { band } from '#src/features/catalogue/ProductPage.css.ts'
import { RecentlyViewedAtEnd } from '#src/features/catalogue/RecentlyViewed.tsx'
import { rememberViewed } from '#src/features/catalogue/recent.ts'
import { RelatedProducts } from '#src/features/catalogue/RelatedProducts.tsx'
import { Reviews } from '#src/features/reviews/Reviews.tsx'
import { cardActions } from './-cardActions.tsx'

type Props = { slug: string; id: number; name: string }

/** What follows below a piece: its reviews, pieces like it, and those looked at before. */
export function ProductBelow({ slug, id, name }: Props) {
  const queryClient = useQueryClient()
  useEffect(() => rememberViewed(slug), [slug])
  return (
    <>
      <Suspense>
        <ProductBand title="Reviews">
          <Reviews
            slug={slug}
            name={name}
            onChanged={({ rating, count }) =>
              queryClient.setQueryData(
                catalogue.product(slug).queryKey,
                (known) => known && { ...known, rating, review_count: count },
              )
            }
          />
        </ProductBand>
      </Suspense>
      <Suspense>
        <RelatedProducts id={id} actions={cardActions} />
      </Suspense>
      <RecentlyViewedAtEnd except={slug} className={band} actions={cardActions} />
    </>
  )
}
