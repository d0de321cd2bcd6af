import type { CartProduct, CartVariant } from '#contract/cart.ts'
import type { Product, Variant } from '#contract/catalogue.ts'

type NewLine = {
  product_id: number
  variant_id: number | null
  quantity: number
  product: CartProduct
  variant: CartVariant | null
}

/** A piece of the catalogue as a line of the cart, so that it can be shown there before the server has answered. */
export function newLine(product: Product, variant: Variant | null, quantity = 1): NewLine {
  return {
    product_id: product.id,
    variant_id: variant?.id ?? null,
    quantity,
    product: {
      id: product.id,
      slug: product.slug,
      name: product.name,
      price: product.price,
      compare_at_price: product.compare_at_price,
      stock_quantity: product.stock_quantity,
      low_stock_threshold: product.low_stock_threshold,
      short_description: product.short_description,
      image: product.image,
      category: product.categories[0]?.name ?? null,
      sku: product.sku,
      variant_label: product.variant_label,
    },
    variant: variant && {
      id: variant.id,
      name: variant.name,
      price: variant.price,
      stock_quantity: variant.stock_quantity,
    },
  }
}
