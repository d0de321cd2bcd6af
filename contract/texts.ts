/** Sentences that more than one part of the shop says, word for word as specified. */
export const texts = {
  somethingWentWrong: 'Something Went Wrong!',
  invalidResponse: 'Invalid API response structure',
  networkError: 'Network error. Please try again.',
  offerLine: 'Sales Up To 25% OFF Use Coupon Code',
  loading: 'Loading...',
  noImage: 'No Image',

  guest: {
    cart: 'Please login to modify your cart',
    checkout: 'Please login to checkout',
    wishlistAdd: 'Please login to add items to wishlist',
    wishlistEdit: 'Please login to modify your wishlist',
    addresses: 'Please login to manage addresses',
    header: 'Please login to view your cart and wishlist',
  },
} as const
