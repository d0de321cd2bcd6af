/** What the way to the wishlist is called, with how much is on it. */
export const wishlistLabel = (count: number): string =>
  count === 0 ? 'Wishlist' : `Wishlist, ${count} ${count === 1 ? 'item' : 'items'}`
