import type { CategorySlug } from '#contract/catalogue.ts'
import { ListingPage } from './ListingPage.tsx'
import type { ListingSearch } from './listingSearch.ts'
import { categoryOf } from './pageHeads.ts'
import type { CardActions } from './ProductGrid.tsx'
import { taglines } from './taglines.ts'

type Props = { category: CategorySlug; search: ListingSearch; actions?: CardActions | undefined }

/** The pieces of one category. */
export function CategoryPage({ category, search, actions }: Props) {
  const { path, name } = categoryOf(category)
  return (
    <ListingPage
      path={path}
      search={search}
      within={category}
      heading={name}
      tagline={taglines[category]}
      emptyTitle={`No ${name.toLowerCase()} found`}
      emptyText={<p>There are no {name.toLowerCase()} in the shop at present.</p>}
      actions={actions}
    />
  )
}
