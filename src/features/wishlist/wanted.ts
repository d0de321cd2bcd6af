import * as v from 'valibot'
import { Product } from '#contract/catalogue.ts'
import { perTab } from '#src/lib/storage.ts'

const key = 'wanted-wish'
const mostOfThem = 10
const Wanted = v.array(Product)

/** Keeps a piece that a guest wanted on their wishlist, in the tab until after the login. */
export function rememberWanted(product: Product) {
  const others = read().filter(({ id }) => id !== product.id)
  perTab.set(key, JSON.stringify([...others, product].slice(-mostOfThem)))
}

/** What was wanted, in that order, once: from now on it is forgotten. */
export function takeWanted(): Product[] {
  const wanted = read()
  perTab.remove(key)
  return wanted
}

function read(): Product[] {
  try {
    const kept = v.safeParse(Wanted, JSON.parse(perTab.get(key) ?? '[]'))
    return kept.success ? kept.output : []
  } catch {
    return []
  }
}
