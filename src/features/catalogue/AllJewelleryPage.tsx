import { ListingPage } from './ListingPage.tsx'
import type { ListingSearch } from './listingSearch.ts'
import { allJewelleryName } from './pageHeads.ts'
import type { CardActions } from './ProductGrid.tsx'
import { allJewelleryTagline } from './taglines.ts'

type Props = {
  path: '/products' | '/products/all-jewellery' | '/all-jewellery'
  search: ListingSearch
  actions?: CardActions | undefined
}

/** Every piece in the shop. */
export const AllJewelleryPage = ({ path, search, actions }: Props) => (
  <ListingPage
    path={path}
    search={search}
    heading={allJewelleryName}
    tagline={allJewelleryTagline}
    actions={actions}
  />
)
