import type { Product, Variant } from '#contract/catalogue.ts'
import { type Pounds, discountPercent, toPence } from '#contract/money.ts'
import { isInStock } from '#contract/stock.ts'

type CardBadge = 'sale' | 'new' | 'bestseller' | 'featured'

/** A piece as the specification's product card, of which some is not shown, and what else a card shows. */
export type Card = {
  id: number
  slug: string
  name: string
  /** The least expensive variant's, if there are variants. */
  price: Pounds
  /** Whether other variants cost more, so that the price is a 'from' price. */
  isFrom: boolean
  compareAtPrice: Pounds | null
  discountPercent: number | null
  image: string | null
  imageAlt: string
  /** Another view, shown under the pointer. */
  secondImage: string | null
  description: string
  /** The mean of real reviews; null when there are none. */
  rating: number | null
  reviewCount: number
  inStock: boolean
  category: string | null
  material: string
  isFeatured: boolean
  isBestseller: boolean
  badge: CardBadge | null
  variants: Variant[]
}

export function toCard(product: Product): Card {
  const { id, slug, name, variants, rating, review_count, images } = product
  const cheapest = variants.toSorted((a, b) => toPence(a.price) - toPence(b.price))[0]
  const { price, compare_at_price: compareAtPrice } = cheapest ?? product
  const discount = discountPercent(price, compareAtPrice)
  const first = images.find(({ image }) => image === product.image) ?? images[0]
  return {
    id,
    slug,
    name,
    price,
    isFrom: variants.some((variant) => variant.price !== price),
    compareAtPrice: discount === null ? null : compareAtPrice,
    discountPercent: discount,
    image: product.image ?? first?.image ?? null,
    imageAlt: first?.alt_text ?? name,
    secondImage: images.find((image) => image !== first)?.image ?? null,
    description: product.short_description,
    rating,
    reviewCount: review_count,
    inStock: isInStock(product),
    category: product.categories[0]?.name ?? null,
    material: product.materials.map((material) => material.name).join(', '),
    isFeatured: product.is_featured,
    isBestseller: product.is_bestseller,
    badge: badgeOf(product, discount),
    variants,
  }
}

function badgeOf(product: Product, discount: number | null): CardBadge | null {
  if (discount) return 'sale'
  if (product.is_new) return 'new'
  if (product.is_bestseller) return 'bestseller'
  return product.is_featured ? 'featured' : null
}
