/** The label of the link to the wishlist, with the number of pieces on it. */
export const wishlistLabel = (count: number): string =>
  count === 0 ? 'Wishlist' : `Wishlist, ${count} ${count === 1 ? 'item' : 'items'}`
