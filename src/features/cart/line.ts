/** A line of the cart is known by its piece and variant: the server's id exists only once the server has it. */
export type LineRef = { product_id: number; variant_id: number | null }

export const isSameLine = (a: LineRef, b: LineRef): boolean =>
  a.product_id === b.product_id && a.variant_id === b.variant_id
