type Counted = { stock_quantity: number }

/**
 * The available quantity of a piece, or of a variant of it. None if it comes in variants and none is chosen; for a line
 * of the cart the server says so itself, by a stock of 0.
 */
export const available = ({
  product,
  variant,
}: {
  product: Counted & { variants?: readonly unknown[] }
  variant: Counted | null
}): number =>
  variant
    ? Math.min(variant.stock_quantity, product.stock_quantity)
    : product.variants?.length
      ? 0
      : product.stock_quantity

/** Whether any of it can be bought, in whichever variant. */
export const isInStock = (product: Counted & { variants: readonly Counted[] }): boolean =>
  [null, ...product.variants].some((variant) => available({ product, variant }) > 0)
