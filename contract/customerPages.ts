/** Where everything is one customer's own: no page for search engines, and none that the server fills. */
export const customerPaths = ['/account', '/cart', '/orders', '/wishlist'] as const

/** Whether the page at this path belongs to one customer: everything in it is then made in the browser. */
export const isCustomers = (pathname: string): boolean =>
  customerPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
