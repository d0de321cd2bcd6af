import type { Product } from '#contract/catalogue.ts'
import { wantedList } from '#src/lib/wantedList.ts'

/** The pieces that a guest wanted on their wishlist. */
export const {
  remember: rememberWanted,
  last: lastWanted,
  take: takeWanted,
} = wantedList('wanted-wish', {
  // Only this tab writes it; whether the piece is still as it was, the server says when it is added.
  isOne: (kept): kept is Product =>
    typeof kept === 'object' && kept !== null && 'id' in kept && typeof kept.id === 'number',
  isSame: (one, other) => one.id === other.id,
})
