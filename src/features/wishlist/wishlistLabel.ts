import { counted } from '#contract/counted.ts'

/** The label of the link to the wishlist, with the number of pieces on it. */
export const wishlistLabel = (count: number): string =>
  count === 0 ? 'Wishlist' : `Wishlist, ${counted(count, 'item')}`
