import { createFileRoute } from '@tanstack/react-router'
import { AllJewelleryPage } from '#src/features/catalogue/AllJewelleryPage.tsx'
import { loadListing } from '#src/features/catalogue/api.ts'
import { listingSearch } from '#src/features/catalogue/listingSearch.ts'
import { allJewelleryHead } from '#src/features/catalogue/pageHeads.ts'
import { cardActions } from './-cardActions.tsx'

export const Route = createFileRoute('/products/all-jewellery')({
  validateSearch: listingSearch,
  loaderDeps: ({ search }) => search,
  head: allJewelleryHead,
  loader: ({ context, deps }) => loadListing(context.queryClient, deps),
  component: () => (
    <AllJewelleryPage path="/products/all-jewellery" search={Route.useSearch()} actions={cardActions} />
  ),
})
