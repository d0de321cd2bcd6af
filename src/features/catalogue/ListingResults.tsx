import { Link } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, Suspense, useRef } from 'react'
import { pageSize } from '#contract/constants.ts'
import { isUnheard, messageOf } from '#src/lib/AppError.ts'
import { island, whenNear } from '#src/lib/island.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { keepFromSecondPress } from '#src/ui/secondPress.ts'
import { steadyIsland } from '#src/ui/steadyIsland.tsx'
import { useHeir } from '#src/ui/useHeir.ts'
import type { ListingPath, ResultsPath } from './listingPath.ts'
import type { ListingSearch, ResultsSearch } from './listingSearch.ts'
import { pageCount } from './pages.ts'
import { room } from './Pagination.css.ts'
import type { PageLink } from './Pagination.tsx'
import { type CardActions, ProductGrid, ProductGridSkeleton } from './ProductGrid.tsx'
import type { Listing } from './useListing.ts'

// Its links work before it hydrates.
const Pagination = steadyIsland(
  async () => (await import('./Pagination.tsx')).Pagination,
  () => whenNear('nav[aria-label=Pages]'),
)

// Rarely seen, so no page but one past the end loads it.
const PastTheEnd = island(async () => (await import('./PastTheEnd.tsx')).PastTheEnd)

type Props = {
  listing: Listing
  path: ListingPath | ResultsPath
  search: ListingSearch | ResultsSearch
  /** Called when a link to another page is pressed. */
  onFollow: (press: MouseEvent) => void
  /** Shown when nothing matches. */
  empty: ReactNode
  emptyTitle: string
  /** Said if the pieces cannot be loaded and the server gives no reason. */
  failure: string
  /** How wide a card's picture is. */
  sizes?: string | undefined
  actions?: CardActions | undefined
  /** Called when the button that retries, which has the focus, is about to disappear. */
  onRetry: () => void
}

/** The pieces of one page and links to the others, or why there are none. */
export function ListingResults({
  listing,
  path,
  search,
  onFollow,
  empty,
  emptyTitle,
  failure,
  sizes,
  actions,
  onRetry,
}: Props) {
  const { count, products, isWaiting, error, retry } = listing
  const { page = 1 } = search
  const { heir, within } = useHeir({ preventScroll: true })
  /** Where the link leads of the piece that has the focus. */
  const focused = useRef<string | null>(null)
  if (error) {
    // Nobody answered and nothing is saved: the route's error page says so instead.
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
  if (!products || !count)
    return (
      <>
        <ProductGridSkeleton />
        <div className={room} />
      </>
    )
  const last = pageCount(count, pageSize)
  const link: PageLink = (to, { className, label, children }) => (
    <Link
      to={path}
      search={{ ...search, page: to === 1 ? undefined : to }}
      // Without its number the first page's address is part of every other page's.
      activeOptions={{ exact: true }}
      className={className}
      aria-label={label}
      onClick={onFollow}
    >
      {children}
    </Link>
  )
  if (products.length === 0)
    return (
      <Suspense>
        <PastTheEnd title={`${emptyTitle} on page ${page}`} last={last} link={link} />
      </Suspense>
    )
  return (
    <>
      <ProductGrid
        // Replaced, not moved: pieces that change places long after the tap would count as a layout shift.
        key={products.map(({ id }) => id).join()}
        ref={(list) => {
          // The focus went with the list that was replaced: on to the same piece, wherever that is now.
          heir(list?.querySelector<HTMLElement>(`a[href="${focused.current}"]`) ?? list)
          return keepFromSecondPress(list)
        }}
        within={{
          ...within,
          onFocus: ({ target }) => {
            within.onFocus()
            focused.current = target.closest('li')?.querySelector('a')?.getAttribute('href') ?? null
          },
        }}
        products={products}
        priority
        isWaiting={isWaiting}
        sizes={sizes}
        actions={actions}
      />
      {last > 1 && (
        <div className={room}>
          <Pagination current={page} last={last} link={link} />
        </div>
      )}
    </>
  )
}
