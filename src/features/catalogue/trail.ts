import { categories } from '#contract/listing.ts'
import type { Product } from '#contract/catalogue.ts'

/** The pages above a piece, and at the end the piece itself, which needs no link. */
export function trailOf({ name, categories: its }: Product) {
  const category = categories.find(({ slug }) => its.some((one) => one.slug === slug))
  return [
    { label: 'Home', to: '/' },
    category ? { label: category.name, to: category.path } : { label: 'All jewellery', to: '/products' },
    { label: name, to: null },
  ] as const
}
