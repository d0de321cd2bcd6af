import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { catalogue } from '#src/features/catalogue/api.ts'
import { loadProduct } from '#src/features/catalogue/loadProduct.ts'
import { ProductPageSkeleton } from '#src/features/catalogue/ProductPageSkeleton.tsx'
import { loadReviews } from '#src/features/reviews/api.ts'
import { AppError } from '#src/lib/AppError.ts'

/**
 * Loads what a piece's page shows. Throws `notFound()` for an unknown piece, a redirect if it has another address, else
 * the read's `AppError`.
 */
export async function openPiece(queryClient: QueryClient, slug: string) {
  try {
    const [product] = await Promise.all([loadProduct(queryClient, slug), loadReviews(queryClient, slug)])
    if (product.slug === slug) return
    // The piece may come from a copy, with no network to refetch it; data under its own address is at least as new, and
    // is kept.
    const { queryKey } = catalogue.product(product.slug)
    if (queryClient.getQueryData(queryKey)?.slug !== product.slug)
      queryClient.setQueryData(queryKey, product, {
        updatedAt: queryClient.getQueryState(catalogue.product(slug).queryKey)?.dataUpdatedAt ?? 0,
      })
    throw redirect({
      to: '/products/$slug',
      params: { slug: product.slug },
      search: true,
      statusCode: 301,
      replace: true,
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw notFound()
    throw error
  }
}

/** Stands in for the page while it loads. */
export const Opening = () => <ProductPageSkeleton />
