/** The calls of the shop, relative to `apiRoot`. A path without its trailing slash answers the same. */
export const paths = {
  health: 'health/',

  login: 'auth/login/',
  register: 'auth/register/',
  refreshToken: 'auth/refresh-token/',
  verifyToken: 'auth/verify-token/',
  verifyEmail: 'auth/verify-email/',
  logout: 'auth/logout/',
  forgotPassword: 'auth/forgot-password/',
  checkPasswordToken: 'auth/check-password-token/',
  resetPassword: 'auth/reset-password/',
  profile: 'auth/profile/',
  changePassword: 'auth/profile/change-password/',
  account: 'auth/account/',
  exportAccount: 'auth/account/export/',
  paymentMethods: 'auth/payment-methods/',
  paymentMethod: (id: string) => `auth/payment-methods/${encodeURIComponent(id)}/`,
  setDefaultPaymentMethod: (id: string) => `auth/payment-methods/${encodeURIComponent(id)}/set-default/`,

  contactUs: 'auth/contact-us/',
  newsletter: 'auth/newsletter/',
  /** + */
  confirmNewsletter: 'auth/newsletter/confirm/',
  /** + */
  unsubscribeNewsletter: 'auth/newsletter/unsubscribe/',

  /** + */
  vitals: 'vitals/',

  heroSlider: 'products/hero-slider/',
  popularCategories: 'products/popular-categories/',
  offerBanners: 'products/offer-banners/',
  promiseItems: 'products/promise-items/',
  heroGridImages: 'products/hero-grid-images/',
  offerLine: 'products/offer-line/',

  products: 'products/product/',
  product: (idOrSlug: string | number) => `products/product/${encodeURIComponent(idOrSlug)}/`,
  productsByCategory: 'products/products-by-category/',
  filter: 'products/filter/',
  categories: 'products/categories/',
  collections: 'products/collections/',
  materials: 'products/materials/',
  gemstones: 'products/gemstones/',
  search: 'products/search/',
  randomProducts: 'products/random-products/',
  reviews: (idOrSlug: string | number) => `products/product/${encodeURIComponent(idOrSlug)}/reviews/`,
  review: (idOrSlug: string | number, id: string) =>
    `products/product/${encodeURIComponent(idOrSlug)}/reviews/${encodeURIComponent(id)}/`,

  wishlist: 'products/wishlist/',

  cart: 'orders/cart/',
  cartItems: 'orders/cart/items/',
  cartItem: (id: string) => `orders/cart/items/${encodeURIComponent(id)}/`,
  clearCart: 'orders/cart/items/clear/',

  addresses: 'orders/addresses/',
  address: (id: string) => `orders/addresses/${encodeURIComponent(id)}/`,
  setDefaultAddress: (id: string) => `orders/addresses/${encodeURIComponent(id)}/set-default/`,

  /** + */
  coupon: 'orders/coupon/',
  checkout: 'orders/checkout/',
  orders: 'orders/',
  orderHistory: 'orders/order-history/',
  order: (orderNumber: string) => `orders/order/${encodeURIComponent(orderNumber)}/`,
  cancelOrder: (orderNumber: string) => `orders/order/${encodeURIComponent(orderNumber)}/cancel/`,
  trackOrder: 'orders/track-order/',
} as const
