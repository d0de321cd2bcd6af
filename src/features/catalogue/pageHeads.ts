import { categories } from '#contract/listing.ts'
import type { CategorySlug } from '#contract/catalogue.ts'
import { shop } from '#contract/shop.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import type { ListingSearch } from './listingSearch.ts'
import { trailData } from './structuredData.ts'
import { allJewelleryTagline, taglines } from './taglines.ts'

type Match = { match: { search: ListingSearch } }

export const allJewelleryName = 'Our Jewellery Collection'

/** The first page and the others of a listing are pages of their own. */
const paged = (name: string, { page = 1 }: ListingSearch) => (page > 1 ? `${name}, page ${page}` : name)

/** What is filtered or sorted is no page of its own. */
function pagedPath(path: string, { page = 1, ...rest }: ListingSearch): string {
  const isPlain = Object.values(rest).every((value) => value === undefined)
  return page > 1 && isPlain ? `${path}?page=${page}` : path
}

/** All addresses of the whole collection are one page's. */
export const allJewelleryHead = ({ match }: Match) => {
  const name = paged(allJewelleryName, match.search)
  return pageHead(
    name,
    import.meta.env.SSR && {
      description: `${name} by ${shop.name}. ${allJewelleryTagline}`,
      path: pagedPath('/products', match.search),
      data: [trailData([{ label: 'Home', to: '/' }, { label: 'All Jewellery' }])],
    },
  )
}

/** The category's page: its address and name. */
export function categoryOf(slug: CategorySlug) {
  const category = categories.find((one) => one.slug === slug)
  if (!category) throw new Error(`No such category: ${slug}`)
  return category
}

export const categoryHead =
  (slug: CategorySlug) =>
  ({ match }: Match) => {
    const category = categoryOf(slug)
    const name = paged(category.name, match.search)
    return pageHead(
      name,
      import.meta.env.SSR && {
        description: `${name} by ${shop.name}. ${taglines[slug]}`,
        path: pagedPath(category.path, match.search),
        data: [
          trailData([
            { label: 'Home', to: '/' },
            { label: 'All Jewellery', to: '/products' },
            { label: category.name },
          ]),
        ],
      },
    )
  }

/** What was searched for is nobody else's business, so it is not indexed. */
export const searchHead = (query = '') =>
  pageHead(
    query === '' ? 'Search' : `Results for “${query}”`,
    import.meta.env.SSR && { robots: 'noindex, follow' },
  )
