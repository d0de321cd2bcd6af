import { createFileRoute } from '@tanstack/react-router'
import { loadListing } from '#src/features/catalogue/api.ts'
import { CategoryPage } from '#src/features/catalogue/CategoryPage.tsx'
import { categorySearch } from '#src/features/catalogue/listingSearch.ts'
import { categoryHead } from '#src/features/catalogue/pageHeads.ts'
import { cardActions } from './-cardActions.tsx'

export const Route = createFileRoute('/products/rings')({
  validateSearch: categorySearch,
  loaderDeps: ({ search }) => search,
  head: categoryHead('rings'),
  loader: ({ context, deps }) => loadListing(context.queryClient, deps, 'rings'),
  component: () => <CategoryPage category="rings" search={Route.useSearch()} actions={cardActions} />,
})
