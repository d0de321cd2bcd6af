/** Where everything is one customer's own: no page for search engines, and none that the server fills. */
export const customerPaths = ['/account', '/cart', '/orders', '/wishlist'] as const
