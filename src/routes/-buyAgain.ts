import type { QueryClient } from '@tanstack/react-query'
import type { Cart } from '#contract/cart.ts'
import type { Product } from '#contract/catalogue.ts'
import type { OrderItem } from '#contract/order.ts'
import { available } from '#contract/stock.ts'
import { pieceText } from '#contract/variantText.ts'
import { catalogue } from '#src/features/catalogue/api.ts'
import { isSameLine } from '#src/features/cart/line.ts'
import { newLine } from '#src/features/cart/newLine.ts'
import { AppError, isUnheard } from '#src/lib/AppError.ts'

type Line = ReturnType<typeof newLine>
export type Again = {
  /** What can be added to the cart, and how many of it; each says so if it is not the only one. */
  lines: (Line & { isOneOfSeveral: boolean })[]
  /** What can't, or not all of it, and why: `Oval Signet Ring (Ring size: M): out of stock`. */
  missing: string[]
}

/**
 * Works out what of an order can be bought again, from the catalogue's present data and what is already in the cart.
 * @throws {AppError} when the catalogue cannot be read
 */
export async function findAgain(
  queryClient: QueryClient,
  items: readonly OrderItem[],
  cart: Cart | undefined,
): Promise<Again> {
  const found = await Promise.all(
    items.map(async (item) => ({ item, product: await pieceOf(queryClient, item) })),
  )
  const lines: Again['lines'] = []
  const missing: string[] = []
  for (const { item, product } of found) {
    const { line, reason } = lineOf(item, product, cart)
    if (line) lines.push({ ...line, isOneOfSeveral: items.length > 1 })
    if (reason) missing.push(`${pieceText(item.product, item.variant_name)}: ${reason}`)
  }
  return { lines, missing }
}

/** The piece as it is sold now; null if it no longer is. */
async function pieceOf(queryClient: QueryClient, { product_id }: OrderItem): Promise<Product | null> {
  if (product_id === null) return null
  // Not by its former address, which may be another piece's by now.
  const asked = catalogue.product(String(product_id))
  try {
    // Without this device's own copy, which would be quicker but may be a day old.
    return await queryClient.fetchQuery({
      ...asked,
      staleTime: 0,
      persister: async (ask, given) => ask(given),
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    if (isUnheard(error)) return queryClient.ensureQueryData(asked)
    throw error
  }
}

/** One line of an order as a line of the cart, as far as the stock allows, and what is wrong if it does not. */
export function lineOf(
  item: OrderItem,
  product: Product | null,
  cart: Cart | undefined,
): { line: Line | null; reason: string | null } {
  if (product === null) return { line: null, reason: 'no longer sold' }
  const variant = product.variants.find(({ id }) => id === item.variant_id) ?? null
  if (variant === null && item.variant_name !== null)
    return { line: null, reason: 'no longer made like this' }
  if (variant === null && product.variants.length > 0)
    return { line: null, reason: 'comes in several kinds now' }
  const line = newLine(product, variant)
  const held = cart?.items.find((one) => isSameLine(one, line))?.quantity ?? 0
  const inStock = available({ product, variant })
  const quantity = Math.min(item.quantity, inStock - held)
  if (quantity < 1)
    return { line: null, reason: inStock > 0 ? 'all there is is in your cart' : 'out of stock' }
  const reason = quantity < item.quantity ? `only ${quantity} of ${item.quantity} left` : null
  return { line: { ...line, quantity }, reason }
}
