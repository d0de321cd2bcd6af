import { cartTexts } from '#contract/cartTexts.ts'
import { available } from '#contract/stock.ts'
import type { CartItem } from '#contract/cart.ts'
import { checkoutTexts } from '#contract/checkoutTexts.ts'
import { pieceText } from '#contract/variantText.ts'

/** Why this line cannot be ordered as it stands; null when it can. */
export function lineTrouble(line: CartItem): string | null {
  const stock = available(line)
  if (stock < 1) return checkoutTexts.outOfStock
  return line.quantity > stock ? cartTexts.onlyLeft(stock) : null
}

/** The first reason why these lines cannot be ordered, with the piece it is about. */
export function cartTrouble(lines: readonly CartItem[]): string | null {
  for (const line of lines) {
    const trouble = lineTrouble(line)
    if (trouble !== null)
      return `${pieceText(line.product, line.variant?.name ?? null)}: ${trouble}. Please change or remove it to go on.`
  }
  return null
}
