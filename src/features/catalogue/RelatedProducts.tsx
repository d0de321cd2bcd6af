import { useQuery } from '@tanstack/react-query'
import { relatedProducts } from '#contract/constants.ts'
import { catalogue } from './api.ts'
import { type CardActions, ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'
import { ProductBand } from './ProductPage.tsx'

/** A few pieces of the same kind or with the same stone. Without an answer it shows nothing. */
export function RelatedProducts({ id, actions }: { id: number; actions?: CardActions | undefined }) {
  const { data, isError } = useQuery(catalogue.related(id))
  if ((isError && !data) || data?.length === 0) return null
  return (
    <ProductBand title="You may also like" isForScreen>
      {data ? (
        <ProductGrid products={data} actions={actions} />
      ) : (
        <ProductGridSkeleton count={relatedProducts} />
      )}
    </ProductBand>
  )
}
