import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { Link } from '@tanstack/react-router'
import type { CategorySlug } from '#contract/catalogue.ts'
import { type MouseEvent, type ReactNode, Suspense, useId, useRef } from 'react'
import { counted } from '#contract/counted.ts'
import { texts } from '#contract/texts.ts'
import { useLate } from '#src/lib/useLate.ts'
import { Saved } from '#src/offline/Saved.tsx'
import { Button } from '#src/ui/Button.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container, visuallyHidden } from '#src/ui/layout.css.ts'
import { catalogue } from './api.ts'
import { AppliedFilters } from './AppliedFilters.tsx'
import { LateFilters } from './LateFilters.tsx'
import { appliedFilters, withoutFilters } from './filters.ts'
import type { ListingPath } from './listingPath.ts'
import * as css from './ListingPage.css.ts'
import type { ListingSearch } from './listingSearch.ts'
import type { CardActions } from './ProductGrid.tsx'
import { ListingCount } from './ListingCount.tsx'
import { ListingResults } from './ListingResults.tsx'
import { opensHere } from './opensHere.ts'
import { twoAbreast } from './pictureSize.ts'
import { SortMenu } from './SortMenu.tsx'
import { useListing } from './useListing.ts'
import { useListingSearch } from './useListingSearch.ts'

const loadSheet = async () => (await import('./FilterSheet.tsx')).FilterSheet

type Props = {
  path: ListingPath
  search: ListingSearch
  /** The one category that it is limited to. */
  within?: CategorySlug | undefined
  heading: string
  tagline?: string | undefined
  /** Said when no piece fits: 'No bracelets found'. */
  emptyTitle?: string | undefined
  /** Said below it if there are no pieces at all, whatever the filters. */
  emptyText?: ReactNode
  actions?: CardActions | undefined
}

/** How wide a picture is with the filters beside it. */
const besideFilters = `(min-width: 1344px) 239px, (min-width: 1200px) calc(25vw - 97px), (min-width: 1000px) calc(33.3vw - 120px), (min-width: 768px) calc(33.3vw - 32px), ${twoAbreast}`

/** Pieces of the shop, with filters and sort order in the address. */
export function ListingPage({
  path,
  search,
  within,
  heading,
  tagline,
  emptyTitle = catalogueTexts.noProducts,
  emptyText,
  actions,
}: Props) {
  const formId = useId()
  const { Part: FilterSheet, open: openSheet, close: closeSheet } = useLate(loadSheet)
  const countRef = useRef<HTMLParagraphElement>(null)
  const { shown, change } = useListingSearch(path, search)
  const list = catalogue.list(search, within)
  const listing = useListing(list, search.page)
  const applied = appliedFilters(shown)
  // Where reading continues when the link that was pressed is gone, or far below.
  const focusCount = () => countRef.current?.focus({ preventScroll: true })
  const follow = (press: MouseEvent) => opensHere(press) && focusCount()
  const countText = listing.count !== undefined && counted(listing.count, 'piece')
  const count = (
    <ListingCount of={list.queryKey} isWaiting={listing.isWaiting}>
      {countText}
    </ListingCount>
  )

  return (
    <div className={`${container} ${css.page}`}>
      <header className={css.header}>
        <h1>{heading}</h1>
        {tagline && <p className={css.tagline}>{tagline}</p>}
      </header>

      <div className={css.toolbar}>
        <Button tone="secondary" size="s" icon="filter" className={css.opener} onClick={openSheet}>
          Filters{applied.length > 0 && ` (${applied.length})`}
        </Button>
        <p ref={countRef} className={css.count} role="status" tabIndex={-1}>
          {count}
          <Saved of={list} />
        </p>
        <SortMenu
          form={formId}
          value={shown.sort_by}
          onChange={(sort_by) => change({ ...shown, sort_by, page: undefined })}
        />
      </div>

      <div className={css.columns}>
        <Suspense>
          <aside className={css.sidebar} aria-labelledby={`${formId}-title`}>
            <h2 id={`${formId}-title`} className={visuallyHidden}>
              Filters
            </h2>
            {/* A form, so that without JavaScript the filters still work. */}
            <form id={formId} action={path}>
              <LateFilters path={path} within={within} />
              <noscript>
                <button type="submit" className={buttonStyle({ tone: 'secondary', width: 'full' })}>
                  Apply
                </button>
              </noscript>
            </form>
          </aside>
        </Suspense>
        <Suspense>
          <section aria-labelledby={`${formId}-pieces`} className={css.results}>
            <h2 id={`${formId}-pieces`} className={visuallyHidden}>
              Pieces
            </h2>
            <AppliedFilters path={path} applied={applied} cleared={withoutFilters(shown)} onFollow={follow} />
            <ListingResults
              {...{ listing, path, search }}
              onFollow={follow}
              sizes={besideFilters}
              actions={actions}
              onRetry={focusCount}
              emptyTitle={emptyTitle}
              failure={texts.somethingWentWrong}
              empty={
                <EmptyState
                  drawing="box"
                  title={emptyTitle}
                  action={
                    applied.length > 0 ? (
                      <Link
                        to={path}
                        search={withoutFilters(search)}
                        activeOptions={{ exact: true }}
                        resetScroll={false}
                        onClick={follow}
                        className={buttonStyle({ tone: 'secondary' })}
                      >
                        Clear all filters
                      </Link>
                    ) : (
                      // Here without filters, there is no jewellery at all.
                      within && (
                        <Link to="/products" className={buttonStyle({ tone: 'secondary' })}>
                          See all jewellery
                        </Link>
                      )
                    )
                  }
                >
                  {applied.length > 0 ? <p>Fewer filters will show more.</p> : emptyText}
                </EmptyState>
              }
            />
          </section>
        </Suspense>
      </div>

      {FilterSheet && (
        <FilterSheet
          path={path}
          within={within}
          count={count}
          shown={countText === false || listing.isWaiting ? 'pieces' : countText}
          onClearAll={applied.length > 0 ? () => change(withoutFilters(shown)) : undefined}
          onClose={closeSheet}
        />
      )}
    </div>
  )
}
