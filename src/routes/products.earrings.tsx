import { createFileRoute } from '@tanstack/react-router'
import { loadListing } from '#src/features/catalogue/api.ts'
import { CategoryPage } from '#src/features/catalogue/CategoryPage.tsx'
import { categorySearch } from '#src/features/catalogue/listingSearch.ts'
import { categoryHead } from '#src/features/catalogue/pageHeads.ts'
import { cardActions } from './-cardActions.tsx'

export const Route = createFileRoute('/products/earrings')({
  validateSearch: categorySearch,
  loaderDeps: ({ search }) => search,
  head: categoryHead('earrings'),
  loader: ({ context, deps }) => loadListing(context.queryClient, deps, 'earrings'),
  component: () => <CategoryPage category="earrings" search={Route.useSearch()} actions={cardActions} />,
})
