import type { Product, Variant } from '#contract/catalogue.ts'
import { type Pounds, discountPercent } from '#contract/money.ts'
import { available, isInStock } from '#contract/stock.ts'
import { toCard } from './card.ts'

/** The variant an address names; the only one there is needs no choosing. Null when there is none, or none chosen. */
export function chosenVariant({ variants }: Product, id: number | undefined): Variant | null {
  if (variants.length === 1) return variants[0] ?? null
  return variants.find((variant) => variant.id === id) ?? null
}

export type Offer = {
  price: Pounds
  /** Other variants cost more, and none is chosen yet. */
  isFrom: boolean
  compareAtPrice: Pounds | null
  discountPercent: number | null
}

/** The price: the chosen variant's, else the least expensive one's. */
export function offerOf(product: Product, variant: Variant | null): Offer {
  if (variant === null) return toCard(product)
  const discount = discountPercent(variant.price, variant.compare_at_price)
  return {
    price: variant.price,
    isFrom: false,
    compareAtPrice: discount === null ? null : variant.compare_at_price,
    discountPercent: discount,
  }
}

export type Stock = { tone: 'positive' | 'warning' | 'critical'; text: string }

/** How many are left, in words: of the chosen variant, and until one is chosen of all of them together. */
export function stockNotice(product: Product, variant: Variant | null): Stock {
  const left =
    variant === null && isInStock(product) ? product.stock_quantity : available({ product, variant })
  if (left === 0) return { tone: 'critical', text: 'Out of stock' }
  if (left > product.low_stock_threshold) return { tone: 'positive', text: 'In stock' }
  return { tone: 'warning', text: `Only ${left} left` }
}
