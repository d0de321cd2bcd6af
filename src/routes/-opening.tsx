import type { QueryClient } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { loadProduct } from '#src/features/catalogue/loadProduct.ts'
import { ProductPageSkeleton } from '#src/features/catalogue/ProductPageSkeleton.tsx'
import { loadReviews } from '#src/features/reviews/api.ts'
import { AppError } from '#src/lib/AppError.ts'

/** Reads what a piece's page shows. Throws `notFound()` for a piece that there is not, else the read's `AppError`. */
export async function openPiece(queryClient: QueryClient, slug: string) {
  try {
    await Promise.all([loadProduct(queryClient, slug), loadReviews(queryClient, slug)])
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw notFound()
    throw error
  }
}

/** Stands for the page while it is read. */
export const Opening = () => <ProductPageSkeleton />
