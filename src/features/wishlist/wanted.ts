import type { Product } from '#contract/catalogue.ts'
import { perTab } from '#src/lib/storage.ts'

const key = 'wanted-wish'
const mostOfThem = 10

/** Remembers a piece that a guest wanted on their wishlist, in the tab until after the login. */
export function rememberWanted(product: Product) {
  const others = read().filter(({ id }) => id !== product.id)
  perTab.set(key, JSON.stringify([...others, product].slice(-mostOfThem)))
}

export const isAnythingWanted = (): boolean => read().length > 0

/** The piece that was wanted last. */
export const lastWanted = (): Product | undefined => read().at(-1)

/** What was wanted, in that order, returned once: it is then forgotten. */
export function takeWanted(): Product[] {
  const wanted = read()
  perTab.remove(key)
  return wanted
}

function read(): Product[] {
  try {
    const kept: unknown = JSON.parse(perTab.get(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPiece) : []
  } catch {
    return []
  }
}

// Only this tab writes it; whether the piece is still as it was, the server says when it is added.
const isPiece = (value: unknown): value is Product =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'number'
