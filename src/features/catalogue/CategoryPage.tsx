import type { CategorySlug } from '#contract/catalogue.ts'
import { catalogue } from './api.ts'
import { ListingPage } from './ListingPage.tsx'
import type { ListingSearch } from './listingSearch.ts'
import { categoryOf } from './pageHeads.ts'
import type { CardActions } from './ProductGrid.tsx'

type Props = { category: CategorySlug; search: ListingSearch; actions?: CardActions | undefined }

/** The pieces of one category. */
export function CategoryPage({ category, search, actions }: Props) {
  const { path, name, tagline } = categoryOf(category)
  return (
    <ListingPage
      path={path}
      search={search}
      list={(asked) => catalogue.category(category, asked)}
      scope="category"
      heading={name}
      tagline={tagline}
      emptyTitle={`No ${name.toLowerCase()} found`}
      emptyText={<p>{name} are on our bench and will be shown here soon.</p>}
      actions={actions}
    />
  )
}
