/** By itself, for a page that needs no more of them. */
export const wishlistAddFailed = 'Failed to add to wishlist'

export const wishlistTexts = {
  title: 'My Wishlist',
  added: 'Product added to wishlist',
  /** What a guest had wanted before. */
  addedAfterLogin: 'Added to wishlist',
  removed: 'Removed from wishlist',
  empty: 'Your wishlist is empty',
  viewAll: 'View All Wishlist Items',
  loadFailed: 'Failed to load wishlist',
  addFailed: wishlistAddFailed,
  removeFailed: 'Failed to remove from wishlist',
  full: 'Your wishlist is full. Please remove a piece before adding another.',
} as const
