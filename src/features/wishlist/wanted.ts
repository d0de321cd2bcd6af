import type { Product } from '#contract/catalogue.ts'
import { wantedList } from '#src/lib/wantedList.ts'

/** The pieces that a guest wanted on their wishlist. */
export const {
  remember: rememberWanted,
  last: lastWanted,
  take: takeWanted,
} = wantedList<Product>('wanted-wish', (one, other) => one.id === other.id)
