import { categories } from '#contract/listing.ts'
import type { Product } from '#contract/catalogue.ts'

/** The places above a piece, and the piece itself at the end, which needs no way to it. */
export function trailOf({ name, categories: its }: Product) {
  const category = categories.find(({ slug }) => its.some((one) => one.slug === slug))
  return [
    { label: 'Home', to: '/' },
    category ? { label: category.name, to: category.path } : { label: 'All jewellery', to: '/products' },
    { label: name, to: null },
  ] as const
}
