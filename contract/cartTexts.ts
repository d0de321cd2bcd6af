/** By itself, for a page that needs no more of them. */
export const cartAddFailed = 'Failed to add to cart'

/** The same. */
export const cartLoadFailed = 'Failed to load cart'

/** What was chosen has been withdrawn since the page was loaded, or since a change was kept to be sent. */
export const optionGone = 'This option is no longer available'

export const cartTexts = {
  added: 'Product added to cart successfully',
  /** What a guest had wanted before. */
  addedAfterLogin: (n: number) => (n === 1 ? 'Added to cart' : `${n} pieces added to cart`),
  removed: 'Product removed from cart',
  /** In the cart itself. */
  removedHere: 'Removed from cart',
  updated: 'Cart item quantity updated successfully',
  /** A line that was removed is back. */
  restored: 'Cart updated successfully',
  cleared: 'Your cart has been cleared successfully!',
  empty: 'Your cart is empty',
  addFailed: cartAddFailed,
  removeFailed: 'Failed to remove from cart',
  updateItemFailed: 'Failed to update cart item',
  updateUnavailable: 'Unable to update cart item. Please try again later.',
  clearUnavailable: 'Unable to clear cart. Please try again later.',
  /** Of a change whose answer was lost, when it can no longer be told from what was done elsewhere since. */
  clearedLongAgo:
    'You cleared your cart a day ago or more, and it may have been filled since. It is left as it is.',
  quantityChanged: 'The quantity was changed elsewhere since, and is left as it is.',
  waiting: 'Your changes wait for the network.',
  itemGone: 'This item is no longer available in your cart. Your cart will be refreshed.',
  full: 'Your cart is full. Please remove a piece before adding another.',
  /** `n` pieces are left of what was asked for. */
  onlyLeft: (n: number) => (n === 1 ? 'Only 1 is left in stock' : `Only ${n} are left in stock`),
} as const
