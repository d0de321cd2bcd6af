import { createFileRoute } from '@tanstack/react-router'
import { loadSearch } from '#src/features/catalogue/api.ts'
import { resultsSearch } from '#src/features/catalogue/listingSearch.ts'
import { searchHead } from '#src/features/catalogue/pageHeads.ts'
import { SearchResultsPage } from '#src/features/catalogue/SearchResultsPage.tsx'
import { cardActions } from './-cardActions.tsx'

export const Route = createFileRoute('/search-results')({
  validateSearch: resultsSearch,
  loaderDeps: ({ search }) => search,
  head: ({ match }) => searchHead(match.search),
  loader: ({ context, deps }) => loadSearch(context.queryClient, deps),
  component: () => (
    <SearchResultsPage path="/search-results" search={Route.useSearch()} actions={cardActions} />
  ),
})
