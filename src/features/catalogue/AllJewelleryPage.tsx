import { catalogue } from './api.ts'
import { ListingPage } from './ListingPage.tsx'
import type { ListingSearch } from './listingSearch.ts'
import { allJewellery } from './pageHeads.ts'
import type { CardActions } from './ProductGrid.tsx'

type Props = {
  path: '/products' | '/products/all-jewellery' | '/all-jewellery'
  search: ListingSearch
  actions?: CardActions | undefined
}

/** Every piece of the shop. */
export const AllJewelleryPage = ({ path, search, actions }: Props) => (
  <ListingPage
    path={path}
    search={search}
    list={catalogue.list}
    scope="everything"
    heading={allJewellery.heading}
    tagline={allJewellery.tagline}
    actions={actions}
  />
)
