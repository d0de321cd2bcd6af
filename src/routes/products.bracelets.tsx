import { createFileRoute } from '@tanstack/react-router'
import { loadListing } from '#src/features/catalogue/api.ts'
import { CategoryPage } from '#src/features/catalogue/CategoryPage.tsx'
import { categorySearch } from '#src/features/catalogue/listingSearch.ts'
import { categoryHead } from '#src/features/catalogue/pageHeads.ts'
import { cardActions } from './-cardActions.tsx'

export const Route = createFileRoute('/products/bracelets')({
  validateSearch: categorySearch,
  loaderDeps: ({ search }) => search,
  head: categoryHead('bracelets'),
  loader: ({ context, deps }) => loadListing(context.queryClient, deps, 'bracelets'),
  component: () => <CategoryPage category="bracelets" search={Route.useSearch()} actions={cardActions} />,
})
