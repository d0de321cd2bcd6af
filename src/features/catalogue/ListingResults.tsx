import { type ReactNode, Suspense } from 'react'
import { pageSize } from '#contract/constants.ts'
import { isUnheard, messageOf } from '#src/lib/AppError.ts'
import { island, whenNear } from '#src/lib/island.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { pageCount } from './pages.ts'
import './Pagination.css.ts'
import type { PageLink } from './Pagination.tsx'
import { type CardActions, ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'
import type { Listing } from './useListing.ts'

// Its links are links before it wakes.
const Pagination = island(
  async () => ({ default: (await import('./Pagination.tsx')).Pagination }),
  () => whenNear('nav[aria-label=Pages]'),
)

// Rarely seen, so no page but one past the end loads it.
const PastTheEnd = island(
  async () => ({ default: (await import('./PastTheEnd.tsx')).PastTheEnd }),
  () => Promise.resolve(),
)

type Props = {
  listing: Listing
  page: number
  link: PageLink
  /** Shown when nothing fits. */
  empty: ReactNode
  emptyTitle: string
  /** Said when the pieces cannot be had, where the server has no word for it. */
  failure: string
  /** How wide a card's picture is. */
  sizes?: string | undefined
  actions?: CardActions | undefined
  /** To be called when the way to try again goes, which has the focus. */
  onRetry: () => void
}

/** The pieces of one page and the way to the others, or why there are none. */
export function ListingResults({
  listing,
  page,
  link,
  empty,
  emptyTitle,
  failure,
  sizes,
  actions,
  onRetry,
}: Props) {
  const { count, products, isWaiting, error, retry } = listing
  if (error) {
    // Nobody answered and nothing is saved: that is said in place of the page.
    if (isUnheard(error)) throw error
    return (
      <div role="alert">
        <EmptyState
          drawing="box"
          title={messageOf(error, failure)}
          action={
            <Button
              onClick={() => {
                onRetry()
                retry()
              }}
            >
              Retry
            </Button>
          }
        />
      </div>
    )
  }
  if (count === 0) return empty
  if (!products || !count) return <ProductGridSkeleton />
  const last = pageCount(count, pageSize)
  if (products.length === 0)
    return (
      <Suspense>
        <PastTheEnd title={`${emptyTitle} on page ${page}`} last={last} link={link} />
      </Suspense>
    )
  return (
    <>
      <ProductGrid
        // Others are put in their place: pieces that move to another, long after a finger asked for it, would be a shift.
        key={products.map(({ id }) => id).join()}
        products={products}
        priority
        isWaiting={isWaiting}
        sizes={sizes}
        actions={actions}
      />
      <Suspense>
        <Pagination current={page} last={last} link={link} />
      </Suspense>
    </>
  )
}
