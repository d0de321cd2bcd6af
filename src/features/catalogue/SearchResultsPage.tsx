import { catalogueTexts } from '#contract/catalogueTexts.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, Suspense, useRef } from 'react'
import { counted } from '#contract/counted.ts'
import { Saved } from '#src/offline/Saved.tsx'
import { buttonStyle } from '#src/ui/buttonStyle.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { container, visuallyHidden } from '#src/ui/layout.css.ts'
import { catalogue } from './api.ts'
import * as css from './ListingPage.css.ts'
import { DidYouMean } from './DidYouMean.tsx'
import { ListingCount } from './ListingCount.tsx'
import { ListingResults } from './ListingResults.tsx'
import type { ResultsPath } from './listingPath.ts'
import type { ResultsSearch } from './listingSearch.ts'
import { opensHere } from './opensHere.ts'
import type { CardActions } from './ProductGrid.tsx'
import { SortMenu } from './SortMenu.tsx'
import { useListing } from './useListing.ts'
import { useShownSearch } from './useShownSearch.ts'

type Props = { path: ResultsPath; search: ResultsSearch; actions?: CardActions | undefined }

/** What was found for the words in the address; without any, how to search. */
export function SearchResultsPage({ path, search, actions }: Props) {
  const query = search.query ?? ''
  return (
    <div className={`${container} ${css.page}`}>
      {query === '' ? <SearchPrompt /> : <Results query={query} {...{ path, search, actions }} />}
    </div>
  )
}

function SearchPrompt() {
  return (
    <EmptyState
      drawing="search"
      heading="h1"
      title="What are you looking for?"
      action={
        <Link to="/products" className={buttonStyle({ tone: 'secondary' })}>
          See all jewellery
        </Link>
      }
    >
      <p>Search by piece, stone or metal: “sapphire ring”, “pearl”, “rose gold”.</p>
    </EmptyState>
  )
}

function Results({ path, search, query, actions }: Props & { query: string }) {
  const navigate = useNavigate()
  const countRef = useRef<HTMLParagraphElement>(null)
  const list = catalogue.search(query, search)
  const listing = useListing(
    {
      ...list,
      // While this loads, the former pieces stay if only the sort order changes, only their count if the page does, and
      // nothing if the search does.
      placeholderData: (had, before) => (before?.queryKey[2].query === query ? had : undefined),
    },
    search.page,
  )
  const focusCount = () => countRef.current?.focus({ preventScroll: true })
  const follow = (press: MouseEvent) => opensHere(press) && focusCount()
  const { shown, change } = useShownSearch(search, (next: ResultsSearch) =>
    navigate({ to: path, search: next, resetScroll: false }),
  )
  const isEmpty = listing.count === 0
  const nothing = catalogueTexts.noResults(query)
  return (
    <>
      <header className={css.header}>
        <h1>Results for “{query}”</h1>
      </header>
      {/* A form, so that without JavaScript the order can still be chosen. */}
      <form className={css.searchToolbar} action={path}>
        <p ref={countRef} className={isEmpty ? visuallyHidden : css.count} role="status" tabIndex={-1}>
          <ListingCount of={list.queryKey} isWaiting={listing.isWaiting}>
            {listing.count !== undefined && (isEmpty ? nothing : counted(listing.count, 'piece'))}
          </ListingCount>
          <Saved of={list} />
        </p>
        {!isEmpty && (
          <>
            <input type="hidden" name="query" value={query} />
            <SortMenu value={shown.sort_by} onChange={(sort_by) => change({ query, sort_by })} />
            <noscript>
              <button type="submit" className={buttonStyle({ tone: 'secondary' })}>
                Apply
              </button>
            </noscript>
          </>
        )}
      </form>
      <Suspense>
        <section className={css.results} aria-labelledby="pieces">
          <h2 id="pieces" className={visuallyHidden}>
            Pieces
          </h2>
          <ListingResults
            {...{ listing, path, search }}
            onFollow={follow}
            actions={actions}
            onRetry={focusCount}
            failure={catalogueTexts.searchFailed}
            emptyTitle={catalogueTexts.noProducts}
            empty={
              <EmptyState
                drawing="search"
                title={nothing}
                action={
                  <Link to="/products" className={buttonStyle({ tone: 'secondary' })}>
                    See all jewellery
                  </Link>
                }
              >
                {listing.suggestion === undefined ? (
                  <p>Try fewer words, or the name of a stone or a metal.</p>
                ) : (
                  <DidYouMean path={path} query={listing.suggestion} />
                )}
              </EmptyState>
            }
          />
        </section>
      </Suspense>
    </>
  )
}
