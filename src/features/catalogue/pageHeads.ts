import { categories } from '#contract/listing.ts'
import type { CategorySlug } from '#contract/catalogue.ts'
import { shop } from '#contract/shop.ts'

export const allJewellery = {
  heading: 'Our Jewellery Collection',
  tagline: 'Rings, earrings, chains and more, each set by hand.',
}

type Page = { title: string; description: string; path: string }

const headOf = ({ title, description, path }: Page) => ({
  meta: [{ title: `${title} | ${shop.name}` }, { name: 'description', content: description }],
  links: [{ rel: 'canonical', href: path }],
})

/** All addresses of the whole collection are one page's. */
export const allJewelleryHead = () =>
  headOf({ title: allJewellery.heading, description: allJewellery.tagline, path: '/products' })

/** The category's page: its address, name and tagline. */
export function categoryOf(slug: CategorySlug) {
  const category = categories.find((one) => one.slug === slug)
  if (!category) throw new Error(`No such category: ${slug}`)
  return category
}

export function categoryHead(slug: CategorySlug) {
  const { name, tagline, path } = categoryOf(slug)
  return headOf({ title: name, description: `${name} by ${shop.name}. ${tagline}`, path })
}

/** What was searched for is nobody else's business, so it is not indexed. */
export const searchHead = (query = '') => ({
  meta: [
    { title: `${query === '' ? 'Search' : `Results for “${query}”`} | ${shop.name}` },
    { name: 'robots', content: 'noindex, follow' },
  ],
})
